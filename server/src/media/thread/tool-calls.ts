import type { ToolCall, ToolOutcome } from '@parley/conversation';
import type { MediaEvent, MediaToolResult } from '../media.ts';

type ToolEvent = Extract<MediaEvent, { type: 'tool_call' | 'tool_canceled' }>;

/** Tools of one call that are used outside of this thread. */
export class ToolCalls<Result extends ToolOutcome = MediaToolResult> {
  readonly #onEvent: (event: ToolEvent) => void;
  readonly #open = new Map<number, (result: Result) => void>();
  #last = 0;

  constructor(onEvent: (event: ToolEvent) => void) {
    this.#onEvent = onEvent;
  }

  run({ name, arguments: args }: ToolCall, signal: AbortSignal): Promise<Result> {
    this.#last += 1;
    const id = this.#last;
    return new Promise((resolve, reject) => {
      const cancel = () => {
        if (!this.#open.delete(id)) return;
        this.#onEvent({ type: 'tool_canceled', id });
        reject(signal.reason);
      };
      this.#open.set(id, (result) => {
        signal.removeEventListener('abort', cancel);
        resolve(result);
      });
      signal.addEventListener('abort', cancel, { once: true });
      this.#onEvent({ type: 'tool_call', id, name, arguments: args });
    });
  }

  /** Ignores a result that the conversation no longer waits for. */
  settle(id: number, result: Result): void {
    const resolve = this.#open.get(id);
    this.#open.delete(id);
    resolve?.(result);
  }
}
