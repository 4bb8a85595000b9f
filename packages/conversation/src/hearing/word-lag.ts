import type { WordLag } from './recognizer-report.ts';

/** The latest ones tell how the vendor and the network do now. */
const KEPT = 20;
/** Fewer tell nothing. */
const ENOUGH = 5;
const LATEST_SHARE = 0.9;
/** Of a recognizer that is further behind, or whose times are wrong, nothing is concluded. */
const LONGEST_MS = 1000;

/** How long after their ends words are known, by the recognizer's own times, as soon as the call has measured it. */
export class WordLags {
  #lagsMs: number[] = [];
  #wordsEndMs = Number.NEGATIVE_INFINITY;

  /**
   * A text has come.
   * @param wordsEndMs where its last word ends, in the time of `atMs`
   */
  note(wordsEndMs: number, atMs: number): void {
    const isNew = wordsEndMs > this.#wordsEndMs;
    this.#wordsEndMs = wordsEndMs;
    const lagMs = atMs - wordsEndMs;
    if (!isNew || lagMs < 0 || lagMs > LONGEST_MS) return;
    this.#lagsMs.push(lagMs);
    if (this.#lagsMs.length > KEPT) this.#lagsMs.shift();
  }

  /** Another stream answers from here on. */
  startAnew(): void {
    this.#lagsMs = [];
    this.#wordsEndMs = Number.NEGATIVE_INFINITY;
  }

  /** Null until enough was measured. */
  get lag(): WordLag | null {
    if (this.#lagsMs.length < ENOUGH) return null;
    const sorted = this.#lagsMs.toSorted((a, b) => a - b);
    const at = (share: number): number => sorted[Math.ceil(sorted.length * share) - 1]!;
    return { usualMs: at(0.5), longestMs: at(LATEST_SHARE) };
  }
}
