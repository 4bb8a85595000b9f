import type { RehearsedToolResult } from '../rehearsal.ts';
import type { HostRequest, HostResponse } from '../rehearsal-protocol.ts';
import { PassageSearches } from './passage-searches.ts';
import { ToolCalls } from './tool-calls.ts';

/** What one reply asks the main thread for: tools, and passages of documents. */
export class HostPort {
  readonly tools: ToolCalls<RehearsedToolResult>;
  readonly searches: PassageSearches;

  constructor(ask: (request: HostRequest) => void) {
    this.tools = new ToolCalls(ask);
    this.searches = new PassageSearches(ask);
  }

  take(response: HostResponse): void {
    if (response.type === 'tool_result') this.tools.settle(response.useId, response.result);
    else this.searches.tell(response.searchId, response.passages);
  }
}
