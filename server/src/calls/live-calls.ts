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

  /** Somebody asked for it. Nothing happens when another process carries the call. */
  hangUp(callId: string): void {
    this.#runs.get(callId)?.run.hangUp();
  }

  /** Says goodbye to everybody, and resolves when every call is over and stored. */
  async endAll(endReason: EndReason): Promise<void> {
    const live = [...this.#runs.values()];
    for (const { run } of live) run.end(endReason, 'system');
    await Promise.all(live.map(({ over }) => over));
  }
}
