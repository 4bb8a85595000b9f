import type { MediaClock } from '../media-clock.ts';
import type { Speech } from './speech.ts';

/**
 * A caller who hears nothing for longer hangs up. Eight seconds after the caller's last word the apology has been said
 * (3.4 s of it) and the call is over.
 */
const FIRST_CLAUSE_MS = 4200;
/** A model that writes waits for its next word a tenth of this. */
const STALL_MS = 2000;
/** One that writes a word now and then, and never a clause. */
const LONGEST_FIRST_CLAUSE_MS = 7000;
/** What was said last may have sounded like an end. */
const PAUSE_MS = 1000;
/** While the agent still speaks, its model may take its time. */
const WHILE_SPEAKING_MS = 500;

/** Watches a model that writes a reply somebody waits for, in media time. */
export class ReplyWatch {
  readonly #clock: MediaClock;
  readonly #speech: Speech;
  readonly #onLate: (reason: string) => void;
  #sinceMs = 0;
  #lastEventMs: number | null = null;
  #cancelTimer: () => void = () => undefined;

  /** @param onLate called once, when the model has kept the caller waiting for too long */
  constructor(clock: MediaClock, speech: Speech, onLate: (reason: string) => void) {
    this.#clock = clock;
    this.#speech = speech;
    this.#onLate = onLate;
  }

  /** The caller waits since media time `sinceMs`. */
  start(sinceMs: number): void {
    this.#sinceMs = sinceMs;
    this.#check();
  }

  /** The model has written something. */
  noteEvent(): void {
    this.#lastEventMs = this.#clock.nowMs;
  }

  /** Idempotent. */
  stop(): void {
    this.#cancelTimer();
  }

  #check(): void {
    const waitMs = this.#dueMs() - this.#clock.nowMs;
    if (waitMs > 0) this.#cancelTimer = this.#clock.after(waitMs, () => this.#check());
    else this.#onLate(this.#lastEventMs === null ? this.#neverBegan() : 'stopped in the middle of its answer');
  }

  #neverBegan(): string {
    return `did not answer within ${(this.#clock.nowMs - this.#sinceMs) / 1000} s`;
  }

  /** When the model is given up, if nothing more comes of it. */
  #dueMs(): number {
    const stalledMs = this.#lastEventMs === null ? 0 : this.#lastEventMs + STALL_MS;
    if (this.#speech.clauses.length === 0) {
      const firstMs = Math.max(this.#sinceMs + FIRST_CLAUSE_MS, stalledMs);
      return Math.min(firstMs, this.#sinceMs + LONGEST_FIRST_CLAUSE_MS);
    }
    const { saidAllMs } = this.#speech;
    return saidAllMs === null ? this.#clock.nowMs + WHILE_SPEAKING_MS : Math.max(saidAllMs + PAUSE_MS, stalledMs);
  }
}
