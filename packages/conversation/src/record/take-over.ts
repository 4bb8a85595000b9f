import type { MediaClock } from '../media-clock.ts';
import type { Transcript } from './transcript.ts';

/** The note to the model when it talks again. */
export const HANDED_BACK = 'A colleague has talked with the caller and hands the call back to you. Go on.';

/** The time in which another person talks with the other side: a turn of its own in the transcript. */
export class TakeOver {
  readonly #transcript: Transcript;
  readonly #clock: MediaClock;
  #current: { by: string; sinceMs: number } | null = null;

  constructor(transcript: Transcript, clock: MediaClock) {
    this.#transcript = transcript;
    this.#clock = clock;
  }

  get lasts(): boolean {
    return this.#current !== null;
  }

  begin(by: string): void {
    this.#current = { by, sinceMs: this.#clock.nowMs };
  }

  /** Idempotent. */
  end(): void {
    if (!this.#current) return;
    const { by, sinceMs } = this.#current;
    this.#current = null;
    this.#transcript.add({
      role: 'tool',
      text: '',
      startMs: sinceMs,
      endMs: this.#clock.nowMs,
      interrupted: false,
      tool: { name: 'take_over', arguments: { by } },
    });
  }
}
