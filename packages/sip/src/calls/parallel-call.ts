import type { CallEvent, CallListener, CallState, OutgoingCall, ReinviteOutcome, TransferOutcome } from './call.ts';
import { CallEvents } from './call-events.ts';
import { bestOf, type CallEnd } from './end-cause.ts';

/**
 * One call that rings several telephones at once, as a forking proxy does (RFC 3261 section 16.7): who answers first has it, and
 * the others stop. One that answers all the same gets ACK and BYE; one that declines for the person (6xx) ends it for all.
 */
export class ParallelCall implements OutgoingCall {
  readonly callId: string;
  readonly #branches: readonly OutgoingCall[];
  readonly #events = new CallEvents();
  readonly #ends: CallEnd[] = [];
  #winner: OutgoingCall | null = null;
  #isHungUp = false;

  /** `branches`: of one Call-ID; they have been sent. */
  constructor(branches: readonly OutgoingCall[]) {
    this.callId = branches[0]!.callId;
    this.#branches = branches;
    for (const branch of branches) branch.on((event) => this.#receive(branch, event));
  }

  get state(): CallState {
    if (this.#winner) return this.#winner.state;
    const states = new Set(this.#branches.map(({ state }) => state));
    return (['ringing', 'calling', 'ending'] as const).find((state) => states.has(state)) ?? 'ended';
  }

  get replacingUri(): string | null {
    return this.#winner?.replacingUri ?? null;
  }

  on(listener: CallListener): void {
    this.#events.on(listener);
  }

  acknowledge(): void {
    this.#winner?.acknowledge();
  }

  reinvite(sdp: string): Promise<ReinviteOutcome> {
    return this.#winner?.reinvite(sdp) ?? Promise.resolve({ kind: 'call_ended' });
  }

  transfer(target: string): Promise<TransferOutcome> {
    return this.#winner?.transfer(target) ?? Promise.resolve({ kind: 'call_ended', wasAccepted: false });
  }

  /** Telephones that have lost are not waited for: theirs is no part of the call. */
  async hangUp(): Promise<void> {
    this.#isHungUp = true;
    await (this.#winner?.hangUp() ?? this.#hangUpAllBut(null));
  }

  #receive(branch: OutgoingCall, event: CallEvent): void {
    if (branch === this.#winner) this.#events.emit(event);
    if (this.#winner) return;
    switch (event.type) {
      case 'trying':
      case 'ringing':
        this.#events.emit(event);
        return;
      case 'answered':
        this.#winner = branch;
        void this.#hangUpAllBut(branch);
        this.#events.emit(event);
        return;
      case 'reinvited':
        // What one telephone wants before it answers is not agreed upon for all.
        event.reject(488);
        return;
      case 'ended':
        this.#noteEnd(event);
        return;
    }
  }

  #noteEnd({ by, cause }: CallEnd): void {
    this.#ends.push({ by, cause });
    if (cause.kind === 'rejected' && cause.status >= 600) void this.#hangUpAllBut(null);
    if (this.#ends.length < this.#branches.length) return;
    const cancelled = this.#ends.find((end) => end.cause.kind === 'cancelled');
    this.#events.end((this.#isHungUp && cancelled) || bestOf(this.#ends));
    this.#events.settle();
  }

  async #hangUpAllBut(winner: OutgoingCall | null): Promise<void> {
    await Promise.all(this.#branches.map((branch) => branch !== winner && branch.hangUp()));
  }
}
