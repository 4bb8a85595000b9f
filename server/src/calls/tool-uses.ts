import type { AgentSettings, Variables } from '@parley/contract';
import type { MediaToolResult } from '../media/media.ts';
import type { CallTools } from '../tools/call-tools.ts';
import type { CallVariables } from './call-variables.ts';
import { promptOf } from './media-agent.ts';

export interface ToolUsesOptions {
  tools: CallTools;
  settings: AgentSettings;
  variables: CallVariables;
  settle(id: number, result: MediaToolResult): void;
  /** Variables of the call that a tool has found. */
  onFound(found: Variables): void;
}

/** The tools that one call's agent uses, and what they find. */
export class ToolUses {
  readonly #options: ToolUsesOptions;
  readonly #running = new Map<number, AbortController>();

  constructor(options: ToolUsesOptions) {
    this.#options = options;
  }

  /** Never rejects. */
  async begin(id: number, name: string, args: Record<string, unknown>): Promise<void> {
    const { tools, variables, settle } = this.#options;
    const canceling = new AbortController();
    this.#running.set(id, canceling);
    const use = { arguments: args, variables: variables.texts, signal: canceling.signal };
    const { text, isError, variables: found = {} } = await tools.use(name, use);
    if (!this.#running.delete(id)) return;
    settle(id, { text, isError, ...this.#promptAfter(found) });
  }

  cancel(id: number): void {
    this.#running.get(id)?.abort();
    this.#running.delete(id);
  }

  /** Idempotent. */
  async close(): Promise<void> {
    for (const id of [...this.#running.keys()]) this.cancel(id);
    await this.#options.tools.close();
  }

  /** What the agent is told to be, where that has changed. */
  #promptAfter(found: Variables): { prompt?: string } {
    const { settings, variables, onFound } = this.#options;
    const taken = variables.take(found);
    if (Object.keys(taken).length === 0) return {};
    onFound(taken);
    return { prompt: promptOf(settings, variables.texts) };
  }
}
