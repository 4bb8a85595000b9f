import { DelayFinder } from '@parley/audio';
import {
  DECIMATION,
  energyOf,
  FRAME_LENGTH,
  findEcho,
  HEARD_LENGTH,
  productOf,
  SENT_FRAMES,
  SENT_LENGTH,
  startOf,
} from './echo-search.ts';

/** Enough when the delay of the echo is known. */
const CHECK_LENGTH = 2 * FRAME_LENGTH;
/** Likeness, from 0 to 1, to the audio that is known to come back: less than what it takes to find one. */
const SAME_LIKENESS = 0.8;
/** A search that finds nothing is repeated while a sound is new, on either side. */
const SEARCHES_OF_NEW_SOUND = 6;
const SEARCH_INTERVAL_FRAMES = 4;
/** All that was heard is compared once. */
const COMPARISON_INTERVAL_FRAMES = HEARD_LENGTH / FRAME_LENGTH;
/** Quieter than any speech on a telephone line (-62 dBov). */
const LOWEST_AUDIBLE_RMS = 25;
const LOWEST_AUDIBLE_ENERGY = LOWEST_AUDIBLE_RMS ** 2 * FRAME_LENGTH;

/**
 * Knows the agent's own audio when the line sends it back: the same samples, later and perhaps quieter. Of an echo through
 * the air of a room, which is too different, it finds the delay.
 */
export class EchoGate {
  readonly #sent = new Float32Array(SENT_LENGTH);
  readonly #heard = new Float32Array(HEARD_LENGTH);
  /** Frames with audio that were sent in a row, and frames without. */
  #soundingFrames = 0;
  #silentFrames = SENT_FRAMES;
  /** From the end of what was sent to the end of the same sound heard, in decimated samples. */
  #delay: number | null = null;
  #unknownFrames = 0;
  /** Made when there is something to compare: it takes 60 KB. */
  #finder: DelayFinder | null = null;
  /** Frames that were audible while the agent was, and were not known. */
  #comparableFrames = 0;
  #roomDelay: number | null = null;

  /** Of the echo that was found last, as it is or through a room, from sending to hearing at 8 kHz. */
  get delaySamples(): number | null {
    const delay = this.#delay ?? this.#roomDelay;
    return delay === null ? null : delay * DECIMATION;
  }

  /** The frame of 20 ms, 160 samples of 8 kHz mono or null for silence, that was sent while the last one was heard. */
  noteSent(frame: Int16Array | null): void {
    this.#soundingFrames = frame ? this.#soundingFrames + 1 : 0;
    this.#silentFrames = frame ? 0 : this.#silentFrames + 1;
    shiftIn(this.#sent, frame);
  }

  /** Whether the next frame that is heard, 160 samples of 8 kHz mono, is an echo. */
  isEcho(frame: Int16Array): boolean {
    shiftIn(this.#heard, frame);
    if (this.#silentFrames >= SENT_FRAMES) return false;
    const isAudible = energyOf(this.#heard, HEARD_LENGTH - FRAME_LENGTH, FRAME_LENGTH) >= LOWEST_AUDIBLE_ENERGY;
    const isKnown = isAudible && this.#isKnown();
    this.#unknownFrames = isAudible && !isKnown ? this.#unknownFrames + 1 : 0;
    if (!isAudible || isKnown) return isKnown;
    this.#compare();
    if (!this.#isWorthSearching()) return false;
    this.#delay = findEcho(this.#sent, this.#heard) ?? this.#delay;
    return this.#isKnown();
  }

  /** An echo through a room is never the same samples: only many comparisons find it. */
  #compare(): void {
    this.#comparableFrames += 1;
    if (this.#delay !== null || this.#comparableFrames % COMPARISON_INTERVAL_FRAMES !== 0) return;
    this.#finder ??= new DelayFinder();
    const at = this.#finder.compare(this.#sent, this.#heard);
    if (at !== null) this.#roomDelay = startOf(0, HEARD_LENGTH) - at;
  }

  /** An echo that comes as late as the last one. */
  #isKnown(): boolean {
    if (this.#delay === null) return false;
    const heardEnergy = energyOf(this.#heard, HEARD_LENGTH - CHECK_LENGTH, CHECK_LENGTH);
    const sentEnergy = energyOf(this.#sent, startOf(this.#delay, CHECK_LENGTH), CHECK_LENGTH);
    return this.#product(this.#delay, CHECK_LENGTH) >= SAME_LIKENESS * Math.sqrt(heardEnergy * sentEnergy || 1);
  }

  #isWorthSearching(): boolean {
    if (this.#unknownFrames <= SEARCHES_OF_NEW_SOUND) return true;
    return this.#soundingFrames <= SENT_FRAMES && this.#unknownFrames % SEARCH_INTERVAL_FRAMES === 0;
  }

  /** The correlation of the last `length` samples heard with those sent `delay` before. */
  #product(delay: number, length: number): number {
    return productOf(this.#heard, HEARD_LENGTH - length, this.#sent, startOf(delay, length), length);
  }
}

function shiftIn(history: Float32Array, frame: Int16Array | null): void {
  history.copyWithin(0, FRAME_LENGTH);
  const start = history.length - FRAME_LENGTH;
  for (let i = 0; i < FRAME_LENGTH; i += 1)
    history[start + i] = frame ? (frame[i * DECIMATION]! + frame[i * DECIMATION + 1]!) / DECIMATION : 0;
}
