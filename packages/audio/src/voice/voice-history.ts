import { BANDS } from './frame-spectrum.ts';

/** 2.5 s of frames. A power of two: the oldest is overwritten. */
const CAPACITY = 128;
const MASK = CAPACITY - 1;

/** What was measured of the last frames, in columns: no object is made for a frame. `at(0)` is the newest frame. */
export class VoiceHistory {
  readonly levelDb = new Float32Array(CAPACITY);
  readonly overFloorDb = new Float32Array(CAPACITY);
  /** 0 or 1: whether the frame could be heard; only then is the rest of its row measured. */
  readonly audible = new Uint8Array(CAPACITY);
  readonly periodicity = new Float32Array(CAPACITY);
  /** Semitones over 55 Hz, of the period that fits best, whatever its periodicity. */
  readonly pitch = new Float32Array(CAPACITY);
  readonly flatnessDb = new Float32Array(CAPACITY);
  readonly tiltDb = new Float32Array(CAPACITY);
  readonly middleDb = new Float32Array(CAPACITY);
  readonly peakShare = new Float32Array(CAPACITY);
  readonly peakBin = new Float32Array(CAPACITY);
  readonly fluxDb = new Float32Array(CAPACITY);
  readonly bandsDb = new Float32Array(CAPACITY * BANDS);
  #next = 0;
  #length = 0;

  /** Frames that are kept. */
  get length(): number {
    return this.#length;
  }

  /** The row of the frame that many frames ago, which must be less than `length`. */
  at(framesAgo: number): number {
    return (this.#next - 1 - framesAgo) & MASK;
  }

  /** Row of a new frame. What it holds is of a frame long ago, but for `audible` and `periodicity`, which are 0. */
  add(): number {
    const row = this.#next;
    this.#next = (this.#next + 1) & MASK;
    this.#length = Math.min(CAPACITY, this.#length + 1);
    this.audible[row] = 0;
    this.periodicity[row] = 0;
    return row;
  }
}
