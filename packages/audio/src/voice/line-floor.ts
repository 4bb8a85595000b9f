import { FRAME_MS } from '../frame.ts';

/** What µ-law makes of silence, and comfort noise, lie above it. */
const LOWEST_DB = -75;
/** The pauses of any speaker: one of them is within this time. */
const MEMORY_MS = 2400;
const BLOCK_MS = 300;
const BLOCK_FRAMES = BLOCK_MS / FRAME_MS;
const BLOCKS = MEMORY_MS / BLOCK_MS;
/** What a line is taken to have until it was heard for so long: a call may begin with speech. */
const ASSUMED_DB = -50;
/** Digital silence is a gap in the line, not its noise. */
const DIGITAL_SILENCE_DB = -95;
/** The quietest of some frames lies below the mean of noise. */
const BIAS_DB = 1.5;
const SMOOTHING = 0.4;

/** The noise of the line: the quietest that it was within the last seconds (minimum statistics, Martin 2001). */
export class LineFloor {
  readonly #minima = new Float32Array(BLOCKS).fill(ASSUMED_DB);
  #block = 0;
  #frames = 0;
  #smoothedDb: number | null = null;
  /** dB of full scale. */
  db = LOWEST_DB;

  push(levelDb: number): void {
    if (levelDb < DIGITAL_SILENCE_DB) return;
    this.#smoothedDb =
      this.#smoothedDb === null ? levelDb : this.#smoothedDb + SMOOTHING * (levelDb - this.#smoothedDb);
    this.#minima[this.#block] = Math.min(this.#minima[this.#block]!, this.#smoothedDb);
    this.#frames += 1;
    if (this.#frames === BLOCK_FRAMES) this.#next();
    let least = this.#minima[0]!;
    for (let i = 1; i < BLOCKS; i++) least = Math.min(least, this.#minima[i]!);
    this.db = Math.max(LOWEST_DB, least + BIAS_DB);
  }

  #next(): void {
    this.#frames = 0;
    this.#block = (this.#block + 1) % BLOCKS;
    this.#minima[this.#block] = 0;
  }
}
