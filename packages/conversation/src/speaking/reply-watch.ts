import type { MediaClock } from '../media-clock.ts';
import type { Speech } from './speech.ts';

/** A model that has said nothing for so long gets company: a fallback, or itself once more. */
const LATE_MS = 5000;
/** What the second request is given; then the caller hears an apology rather than nothing. */
const SECOND_MS = 3000;
/** A model that writes waits for its next word a tenth of this. */
const STALL_MS = 2000;
/** One that writes a word now and then, and never a clause, is given so much more. */
const WRITING_MS = 2000;
/** What was said last may have sounded like an end. */
const PAUSE_MS = 1000;
/** What broke off longer ago leaves a silence that wants explaining. */
const SILENCE_MS = 1500;
/** While the agent still speaks, its model may take its time. */
const LOOK_EVERY_MS = 200;

export interface ReplyWatchOptions {
  clock: MediaClock;
  speech: Speech;
  /** The model keeps the caller waiting. True: something is done about it, and more time is wanted; false ends the watch. */
  onLate: (reason: string, isMidway: boolean) => boolean;
  /** The message has broken off, and the caller hears nothing. */
  onSilence: () => void;
}

/** Watches a reply that the caller waits for, in media time. */
export class ReplyWatch {
  readonly #options: ReplyWatchOptions;
  #sinceMs = 0;
  #lastEventMs: number | null = null;
  /** When it was late, or stalled, for the first time. */
  #helpedMs: number | null = null;
  #cancelTimer: () => void = () => undefined;
  #isOver = false;

  constructor(options: ReplyWatchOptions) {
    this.#options = options;
  }

  /** The caller waits since media time `sinceMs`. May be corrected. */
  start(sinceMs: number): void {
    if (this.#isOver) return;
    this.#cancelTimer();
    this.#sinceMs = sinceMs;
    this.#check();
  }

  /** The model has written something. */
  noteEvent(): void {
    this.#lastEventMs = this.#options.clock.nowMs;
  }

  /** Idempotent. */
  stop(): void {
    this.#isOver = true;
    this.#cancelTimer();
  }

  /** Another request goes on in the middle of a message: it is given its time. */
  noteHelp(): void {
    if (this.#options.speech.clauses.length > 0) this.#helpedMs ??= this.#options.clock.nowMs;
  }

  #check(): void {
    const { clock, speech, onLate, onSilence } = this.#options;
    const isSilent = speech.saidAllMs !== null && clock.nowMs - speech.saidAllMs >= SILENCE_MS;
    const waitMs = this.#dueMs() - clock.nowMs;
    if (waitMs > 0) {
      if (isSilent) onSilence();
      // Its first words change when it is late.
      this.#cancelTimer = clock.after(Math.min(waitMs, LOOK_EVERY_MS), () => this.#check());
      return;
    }
    const goesOn = onLate(this.#reason(), speech.clauses.length > 0);
    if (!goesOn || this.#isOver) return;
    this.#helpedMs = clock.nowMs;
    this.#check();
  }

  #reason(): string {
    if (this.#lastEventMs !== null) return 'stopped in the middle of its answer';
    return `did not answer within ${LATE_MS / 1000} s`;
  }

  /** When something has to be done, if nothing more comes of it. */
  #dueMs(): number {
    const { speech, clock } = this.#options;
    const stalledMs = this.#lastEventMs === null ? 0 : this.#lastEventMs + STALL_MS;
    if (speech.clauses.length === 0) {
      const limitMs = this.#sinceMs + LATE_MS + (this.#helpedMs === null ? 0 : SECOND_MS);
      return Math.min(Math.max(limitMs, stalledMs), limitMs + WRITING_MS);
    }
    const { saidAllMs } = speech;
    if (saidAllMs === null) return clock.nowMs + LOOK_EVERY_MS;
    const helpedMs = this.#helpedMs === null ? 0 : this.#helpedMs + SECOND_MS;
    return Math.max(saidAllMs + PAUSE_MS, stalledMs, helpedMs);
  }
}
