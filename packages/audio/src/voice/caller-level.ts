import { FRAME_MS } from '../frame.ts';

/** A level is believed after so much speech. */
const ENOUGH_MS = 600;
/** The level that a quarter of the voiced frames exceed: what is loud in a voice, not its ends. */
const RAISING = 0.75;
const LOWERING = 0.25;
/** Steps get smaller, down to this: someone who turns away is followed at about 3 dB a second. */
const FIRST_STEP_DB = 4;
const LEAST_STEP_DB = 0.25;
/** A caller who moved away for good is found again, at half a decibel a second of voice that is taken for another's. */
const DOUBT_DB = 0.01;

/** How loud the caller is, learned from the voiced frames of what is taken for the caller's speech. */
export class CallerLevel {
  #db = 0;
  #frames = 0;

  /** dB of full scale; null until there was enough speech. */
  get db(): number | null {
    return this.#frames * FRAME_MS < ENOUGH_MS ? null : this.#db;
  }

  /** A voiced frame of speech. */
  learn(levelDb: number): void {
    if (this.#frames === 0) this.#db = levelDb;
    this.#frames += 1;
    const step = Math.max(LEAST_STEP_DB, FIRST_STEP_DB / Math.sqrt(this.#frames));
    this.#db += levelDb > this.#db ? step * RAISING : -step * LOWERING;
  }
  /** A voiced frame of what is not taken for the caller's speech. */
  doubt(levelDb: number): void {
    if (levelDb < this.#db) this.#db -= DOUBT_DB;
  }
}
