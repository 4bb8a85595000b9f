import type { AgentSettings, Variables } from '@parley/contract';
import type { MediaToolResult } from '../media/media.ts';
import type { CallTools } from '../tools/call-tools.ts';
import type { CallVariables } from './call-variables.ts';
import { takeFound } from './take-found.ts';

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
    const { tools, variables, settle, onFound } = this.#options;
    const canceling = new AbortController();
    this.#running.set(id, canceling);
    const use = { arguments: args, variables: variables.texts, signal: canceling.signal };
    const outcome = await tools.use(name, use);
    if (!this.#running.delete(id)) return;
    const { result, found } = takeFound(this.#options, outcome);
    if (Object.keys(found).length > 0) onFound(found);
    settle(id, result);
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
}
