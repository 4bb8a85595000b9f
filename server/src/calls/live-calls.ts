import { setTimeout as delay } from 'node:timers/promises';
import type { EndReason } from '@parley/contract';
import type { Logger } from '../kernel/logger.ts';
import type { CallRun } from './run-call.ts';

/** Who has not answered our goodbye by then, after three repetitions, is not waited for when the service stops. */
const GOODBYES_MS = 4000;

/** The calls that this process carries. */
export class LiveCalls {
  readonly #runs = new Map<string, { run: CallRun; over: Promise<void> }>();
  /** Of calls that are over for us: said, and not answered yet. */
  readonly #goodbyes = new Set<Promise<void>>();
  readonly #log: Logger;

  constructor(log: Logger) {
    this.#log = log;
  }

  add(run: CallRun, over: Promise<void>): void {
    const settled = over
      .catch((error: unknown) => this.#log.error({ err: error, call_id: run.callId }, 'a call could not be stored'))
      .finally(() => {
        this.#runs.delete(run.callId);
        this.#keepGoodbye(run.goodbye);
      });
    this.#runs.set(run.callId, { run, over: settled });
  }

  get callIds(): string[] {
    return [...this.#runs.keys()];
  }

  /** Somebody asked for it. Nothing happens when another process carries the call. */
  hangUp(callId: string): void {
    this.#runs.get(callId)?.run.hangUp();
  }

  #keepGoodbye(goodbye: Promise<void>): void {
    const settled = goodbye.catch(() => {}).finally(() => this.#goodbyes.delete(settled));
    this.#goodbyes.add(settled);
  }

  /** Says goodbye to everybody, and resolves when every call is over and stored, and those who listen have heard it. */
  async endAll(endReason: EndReason): Promise<void> {
    const live = [...this.#runs.values()];
    for (const { run } of live) run.end(endReason, 'system');
    await Promise.all(live.map(({ over }) => over));
    const waited = new AbortController();
    await Promise.race([
      Promise.all(this.#goodbyes),
      delay(GOODBYES_MS, undefined, { signal: waited.signal }).catch(() => {}),
    ]);
    waited.abort();
  }
}
