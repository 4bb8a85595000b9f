import { FRAME_MS } from '@parley/audio';
import { TickLag, type TickLagSummary } from './tick-lag.ts';

/**
 * Beyond this the host was suspended, or has more calls than it can serve, and what was missed stays missed: a caller
 * would rather hear a gap than talk to an agent that is seconds behind.
 */
const LONGEST_CATCH_UP_MS = 500;
/** Later than this the thread was blocked: sockets are read first, or the ticks would find no packets. */
const BLOCKED_MS = 5;

/** Members of one slot are served together: fewer wake-ups than with 1 ms, and none is over 5 ms late. */
const SLOT_MS = 2;
const SLOTS = FRAME_MS / SLOT_MS;

interface Member {
  tick: (dueMs: number) => void;
  addedMs: number;
  removed: boolean;
}

/**
 * Calls each of its members every 20 ms, on deadlines that do not drift. A wheel of 10 slots of 2 ms spreads the members over
 * time; ticks that were missed while the thread was blocked are made up for, in order. One for each media thread.
 */
export class Pacer {
  /** Hears what a tick threw; without it the exception goes to the process as an uncaught one. */
  onError: ((error: unknown) => void) | null = null;
  private readonly clock: () => number;
  private readonly slots: Member[][] = Array.from({ length: SLOTS }, () => []);
  private readonly delays = new TickLag();
  private readonly epochMs: number;
  /** The next slot to be served, counted since the epoch. */
  private nextSlot = 0;
  private members = 0;
  private timer: NodeJS.Timeout | null = null;
  private immediate: NodeJS.Immediate | null = null;

  /** `clock` is in milliseconds and never goes back. */
  constructor(clock: () => number = () => performance.now()) {
    this.clock = clock;
    this.epochMs = clock();
  }

  /** Puts a member into the emptiest slot. `tick` is given the time at which it was due, on the clock. */
  add(tick: (dueMs: number) => void): { remove(): void } {
    const member: Member = { tick, addedMs: this.clock(), removed: false };
    const slot = this.emptiestSlot();
    // Slots are replaced, never changed: one of them may be being served right now.
    this.slots[slot] = [...this.slots[slot]!, member];
    this.members += 1;
    if (this.members === 1) {
      this.nextSlot = Math.ceil((member.addedMs - this.epochMs) / SLOT_MS);
      this.schedule();
    }
    return { remove: () => this.remove(member, slot) };
  }

  get tickLag(): TickLagSummary {
    return this.delays.summary();
  }

  /** Forgets the tick lag so far. */
  reset(): void {
    this.delays.reset();
  }

  /** Ends all ticks. Idempotent. */
  close(): void {
    for (const slot of this.slots) for (const member of slot) member.removed = true;
    this.slots.fill([]);
    this.members = 0;
    this.cancel();
  }

  /** On the clock. */
  private get nextSlotMs(): number {
    return this.epochMs + this.nextSlot * SLOT_MS;
  }

  private emptiestSlot(): number {
    let emptiest = 0;
    for (let slot = 1; slot < this.slots.length; slot++)
      if (this.slots[slot]!.length < this.slots[emptiest]!.length) emptiest = slot;
    return emptiest;
  }

  private remove(member: Member, slot: number): void {
    if (member.removed) return;
    member.removed = true;
    this.slots[slot] = this.slots[slot]!.filter((other) => other !== member);
    this.members -= 1;
    if (this.members === 0) this.cancel();
  }

  private cancel(): void {
    if (this.timer) clearTimeout(this.timer);
    if (this.immediate) clearImmediate(this.immediate);
    this.timer = null;
    this.immediate = null;
  }

  private schedule(): void {
    this.cancel();
    if (this.members === 0) return;
    while (this.slots[this.nextSlot % SLOTS]!.length === 0) this.nextSlot += 1;
    const waitMs = this.nextSlotMs - this.clock();
    if (waitMs <= 0) this.immediate = setImmediate(() => this.serve());
    else this.timer = setTimeout(() => this.wake(), waitMs);
  }

  private wake(): void {
    this.timer = null;
    const lateMs = this.clock() - this.nextSlotMs;
    // An immediate runs after the event loop has read its sockets.
    if (lateMs > BLOCKED_MS) this.immediate = setImmediate(() => this.serve());
    else this.serve();
  }

  private serve(): void {
    this.immediate = null;
    const oldest = Math.ceil((this.clock() - this.epochMs - LONGEST_CATCH_UP_MS) / SLOT_MS);
    if (this.nextSlot < oldest) this.nextSlot = oldest;
    while (this.members > 0 && this.nextSlotMs <= this.clock()) {
      const dueMs = this.nextSlotMs;
      const slot = this.slots[this.nextSlot % SLOTS]!;
      this.nextSlot += 1;
      for (const member of slot) this.call(member, dueMs);
    }
    this.schedule();
  }

  private call(member: Member, dueMs: number): void {
    if (member.removed || dueMs < member.addedMs) return;
    this.delays.record(this.clock() - dueMs);
    try {
      member.tick(dueMs);
    } catch (error) {
      this.report(error);
    }
  }

  private report(error: unknown): void {
    if (this.onError) this.onError(error);
    else
      queueMicrotask(() => {
        throw error;
      });
  }
}
