/** Semitones over 55 Hz that are kept apart: a quarter each, over four octaves. */
const BINS_PER_SEMITONE = 4;
const BINS = 48 * BINS_PER_SEMITONE;
/** 500 ms of voiced frames. */
const ENOUGH = 25;
/** 30 s of them: then what is old counts half. */
const MEMORY = 1500;

/** Where a speaker's pitch lies. */
export class PitchRange {
  readonly #counts = new Uint16Array(BINS);
  #total = 0;

  /** A voiced frame of speech, in semitones over 55 Hz. */
  learn(semitones: number): void {
    const bin = Math.floor(semitones * BINS_PER_SEMITONE);
    if (bin < 0 || bin >= BINS) return;
    this.#counts[bin]! += 1;
    this.#total += 1;
    if (this.#total < MEMORY) return;
    this.#total = 0;
    for (let i = 0; i < BINS; i++) {
      this.#counts[i]! >>= 1;
      this.#total += this.#counts[i]!;
    }
  }

  /** Half of the voiced frames are higher, semitones over 55 Hz; null until 500 ms of them were heard. */
  get median(): number | null {
    if (this.#total < ENOUGH) return null;
    let below = 0;
    let bin = 0;
    while (below + this.#counts[bin]! < this.#total / 2) below += this.#counts[bin++]!;
    return (bin + (this.#total / 2 - below) / this.#counts[bin]!) / BINS_PER_SEMITONE;
  }
}
