/** The latest ones tell how the vendor and the network do now. */
const KEPT = 20;
/** Fewer tell nothing. */
const ENOUGH = 3;
const PERCENTILE = 0.95;
const MARGIN_MS = 300;
const SHORTEST_MS = 400;
const LONGEST_MS = 5000;

/** How long a final is waited for: what the vendor's usually take, as soon as the call has measured it. */
export class FinalPatience {
  #tookMs: number[] = [];
  /** When the finals were asked for that have not come. */
  #askedMs: number[] = [];

  noteAsked(atMs: number): void {
    this.#askedMs.push(atMs);
  }

  /** With several that were asked for it is unknown which one has come: that is no measurement. */
  noteFinal(atMs: number): void {
    this.#askedMs = this.#askedMs.filter((askedMs) => atMs - askedMs <= LONGEST_MS);
    const askedMs = this.#askedMs.shift();
    if (askedMs === undefined || this.#askedMs.length > 0) return;
    this.#tookMs.push(atMs - askedMs);
    if (this.#tookMs.length > KEPT) this.#tookMs.shift();
  }

  /** Another stream answers from here on. */
  startAnew(): void {
    this.#tookMs = [];
    this.#askedMs = [];
  }

  /** @param assumedMs what holds until enough was measured */
  ms(assumedMs: number): number {
    if (this.#tookMs.length < ENOUGH) return assumedMs;
    const sorted = this.#tookMs.toSorted((a, b) => a - b);
    const usualMs = sorted[Math.ceil(sorted.length * PERCENTILE) - 1]!;
    return Math.min(Math.max(usualMs + MARGIN_MS, SHORTEST_MS), LONGEST_MS);
  }
}
