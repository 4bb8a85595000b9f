import { EventEmitter } from 'node:events';
import type { EndReason } from '@parley/contract';
import type { Leg } from '../carriers/carrier.ts';
import type { Logger } from '../kernel/logger.ts';
import { within } from '../kernel/within.ts';
import type { JoinableCalls, JoiningCall } from './joinable-calls.ts';
import type { CallRun } from './run-call.ts';

/** After three retransmissions of a BYE without a response, the stop of the service waits no longer. */
const BYES_MS = 4000;
/** A database that is away when the service stops is waited for this long; then the next start ends what is open. */
const STORED_MS = 10_000;

/** The calls that this process carries. */
export class LiveCalls implements JoinableCalls {
  readonly #runs = new Map<string, { run: CallRun; over: Promise<void> }>();
  /** BYEs that were sent in calls that are over for us, and that are not answered yet. */
  readonly #pendingHangups = new Set<Promise<void>>();
  /** Calls whose end could not be stored: they were dialled all the same. Their leases expire. */
  readonly #unstored = new Set<string>();
  /** Emits the identifier of each call that is added. */
  readonly #added = new EventEmitter().setMaxListeners(0);
  /** Why calls end that are added from now on: the process stops. */
  #ending: EndReason | null = null;
  readonly #log: Logger;

  constructor(log: Logger) {
    this.#log = log;
  }

  add(run: CallRun, over: Promise<void>): void {
    const settled = over
      .catch((error: unknown) => this.#log.error({ err: error, call_id: run.callId }, 'a call could not be stored'))
      .finally(() => {
        this.#runs.delete(run.callId);
        if (!run.isStored) this.#unstored.add(run.callId);
        this.#keepHangup(run.hangup);
      });
    this.#runs.set(run.callId, { run, over: settled });
    if (this.#ending) run.end(this.#ending, 'system');
    this.#added.emit(run.callId);
  }

  /** Resolves when this process takes up the call, or when the time is up. @throws when the signal is aborted */
  async whenAdded(callId: string, limitMs: number, signal: AbortSignal): Promise<void> {
    const added = Promise.withResolvers<void>();
    const wake = () => added.resolve();
    const timer = setTimeout(wake, limitMs);
    this.#added.on(callId, wake);
    signal.addEventListener('abort', wake);
    if (!signal.aborted) await added.promise;
    clearTimeout(timer);
    this.#added.off(callId, wake);
    signal.removeEventListener('abort', wake);
    signal.throwIfAborted();
  }

  /** The call, when this process carries it. */
  find(callId: string): CallRun | undefined {
    return this.#runs.get(callId)?.run;
  }

  joining(leg: Leg): JoiningCall | null {
    for (const { run } of this.#runs.values()) {
      const joining = run.transfers.join(leg);
      if (joining) return joining;
    }
    return null;
  }

  get callIds(): string[] {
    return [...this.#runs.keys()];
  }

  /** All that this process has dialled or answered, as far as the database may not know of their end. */
  get knownIds(): string[] {
    return [...this.#runs.keys(), ...this.#unstored];
  }

  get count(): number {
    return this.#runs.size;
  }

  /** It was asked for over the interface. Nothing happens when another process carries the call. */
  hangUp(callId: string): void {
    this.#runs.get(callId)?.run.hangUp();
  }

  /** The database says that another node owns the call now. */
  release(callId: string): void {
    const run = this.#runs.get(callId)?.run;
    if (!run || run.isOver) return;
    this.#log.error({ call_id: callId }, 'a call was lost to another node');
    run.end('internal_error', 'system');
  }

  #keepHangup(hangup: Promise<void>): void {
    const settled = hangup.catch(() => {}).finally(() => this.#pendingHangups.delete(settled));
    this.#pendingHangups.add(settled);
  }

  /** Resolves when no call is live any more and all are stored, or when the time is up. */
  async drain(limitMs: number, signal: AbortSignal): Promise<void> {
    await within(limitMs, this.#untilNone(), signal);
  }

  async #untilNone(): Promise<void> {
    while (this.#runs.size > 0) await Promise.all([...this.#runs.values()].map(({ over }) => over));
  }

  /** The agents say that they have to go. Resolves when they have said it and every call is over, or when the time is up. */
  async sayFarewell(limitMs: number, signal: AbortSignal): Promise<void> {
    for (const { run } of this.#runs.values()) run.sayFarewell();
    await this.drain(limitMs, signal);
  }

  /** Hangs up everywhere, and resolves when every call is over and stored, and the other sides have answered. */
  async endAll(endReason: EndReason): Promise<void> {
    this.#ending = endReason;
    for (const { run } of this.#runs.values()) run.end(endReason, 'system');
    await within(STORED_MS, this.#untilNone());
    await within(BYES_MS, Promise.all(this.#pendingHangups));
  }
}
