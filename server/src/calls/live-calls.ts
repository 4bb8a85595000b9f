import type { EndReason } from '@parley/contract';
import type { Logger } from '../kernel/logger.ts';
import type { CallRun } from './run-call.ts';

/** The calls that this process carries. */
export class LiveCalls {
  readonly #runs = new Map<string, { run: CallRun; over: Promise<void> }>();
  readonly #log: Logger;

  constructor(log: Logger) {
    this.#log = log;
  }

  add(run: CallRun, over: Promise<void>): void {
    const settled = over
      .catch((error: unknown) => this.#log.error({ err: error, call_id: run.callId }, 'a call could not be stored'))
      .finally(() => this.#runs.delete(run.callId));
    this.#runs.set(run.callId, { run, over: settled });
  }

  get callIds(): string[] {
    return [...this.#runs.keys()];
  }

  /** False when this process does not carry the call. */
  end(callId: string, endReason: EndReason): boolean {
    const live = this.#runs.get(callId);
    live?.run.end(endReason, 'system');
    return live !== undefined;
  }

  /** Says goodbye to everybody, and resolves when every call is over and stored. */
  async endAll(endReason: EndReason): Promise<void> {
    const live = [...this.#runs.values()];
    for (const { run } of live) run.end(endReason, 'system');
    await Promise.all(live.map(({ over }) => over));
  }
}
