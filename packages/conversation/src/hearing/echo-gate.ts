import { FRAME_MS, FRAME_SAMPLES } from '@parley/audio';
import { LONGEST_ECHO_MS } from '../turns/echo.ts';

/** Every second sample will do: the energy of speech lies below 2 kHz. */
const DECIMATION = 2;
const FRAME_LENGTH = FRAME_SAMPLES / DECIMATION;
const LONGEST_ECHO_FRAMES = LONGEST_ECHO_MS / FRAME_MS;
/** Enough to tell an echo from a voice of the same pitch. */
const SEARCH_FRAMES = 4;
const SEARCH_LENGTH = SEARCH_FRAMES * FRAME_LENGTH;
/** Enough when the delay of the echo is known. */
const CHECK_LENGTH = 2 * FRAME_LENGTH;
const HISTORY_FRAMES = LONGEST_ECHO_FRAMES + SEARCH_FRAMES;
const HISTORY_LENGTH = HISTORY_FRAMES * FRAME_LENGTH;
/** Likeness, from 0 to 1: that of an echo on the line is over 0.9, unless somebody speaks as loudly over it. */
const FOUND_LIKENESS = 0.9;
const SAME_LIKENESS = 0.8;
/** A search costs a third of a millisecond. One that finds nothing is repeated while a sound is new, on either side. */
const SEARCHES_OF_NEW_SOUND = 6;
const SEARCH_INTERVAL_FRAMES = 4;
/** Quieter than any speech on a telephone line (-62 dBov). */
const LOWEST_AUDIBLE_RMS = 25;
const LOWEST_AUDIBLE_ENERGY = LOWEST_AUDIBLE_RMS ** 2 * FRAME_LENGTH;

/**
 * Knows the agent's own sound when the line sends it back: the same samples, later and perhaps quieter. An echo through
 * the air of a room is too different; that one is known by its words.
 */
export class EchoGate {
  readonly #sent = new Float32Array(HISTORY_LENGTH);
  readonly #heard = new Float32Array(SEARCH_LENGTH);
  /** Frames with sound that were sent in a row, and frames without. */
  #soundingFrames = 0;
  #silentFrames = HISTORY_FRAMES;
  /** From the end of what was sent to the end of the same sound heard, in decimated samples. */
  #delay: number | null = null;
  #unknownFrames = 0;

  /** The frame of 20 ms, 160 samples of 8 kHz mono or null for silence, that was sent while the last one was heard. */
  noteSent(frame: Int16Array | null): void {
    this.#soundingFrames = frame ? this.#soundingFrames + 1 : 0;
    this.#silentFrames = frame ? 0 : this.#silentFrames + 1;
    shiftIn(this.#sent, frame);
  }

  /** Whether the next frame that is heard, 160 samples of 8 kHz mono, is an echo. */
  isEcho(frame: Int16Array): boolean {
    shiftIn(this.#heard, frame);
    if (this.#silentFrames >= HISTORY_FRAMES) return false;
    const isAudible = energyOf(this.#heard, SEARCH_LENGTH - FRAME_LENGTH, FRAME_LENGTH) >= LOWEST_AUDIBLE_ENERGY;
    const isKnown = isAudible && this.#isKnown();
    this.#unknownFrames = isAudible && !isKnown ? this.#unknownFrames + 1 : 0;
    if (!isAudible || isKnown || !this.#isWorthSearching()) return isKnown;
    this.#delay = this.#search() ?? this.#delay;
    return this.#isKnown();
  }

  /** An echo that comes as late as the last one. */
  #isKnown(): boolean {
    if (this.#delay === null) return false;
    const heardEnergy = energyOf(this.#heard, SEARCH_LENGTH - CHECK_LENGTH, CHECK_LENGTH);
    const sentEnergy = energyOf(this.#sent, startOf(this.#delay, CHECK_LENGTH), CHECK_LENGTH);
    return this.#product(this.#delay, CHECK_LENGTH) >= SAME_LIKENESS * Math.sqrt(heardEnergy * sentEnergy || 1);
  }

  #isWorthSearching(): boolean {
    if (this.#unknownFrames <= SEARCHES_OF_NEW_SOUND) return true;
    return this.#soundingFrames <= HISTORY_FRAMES && this.#unknownFrames % SEARCH_INTERVAL_FRAMES === 0;
  }

  /** The delay at which the last frames are most like what was sent, by normalized correlation; null when they are not. */
  #search(): number | null {
    const heardEnergy = energyOf(this.#heard, 0, SEARCH_LENGTH);
    let sentEnergy = energyOf(this.#sent, startOf(FRAME_LENGTH, SEARCH_LENGTH), SEARCH_LENGTH);
    let highest = FOUND_LIKENESS;
    let found: number | null = null;
    for (let delay = FRAME_LENGTH; delay <= LONGEST_ECHO_FRAMES * FRAME_LENGTH; delay += 1) {
      const likeness = this.#product(delay, SEARCH_LENGTH) / Math.sqrt(heardEnergy * sentEnergy || 1);
      if (likeness >= highest) {
        highest = likeness;
        found = delay;
      }
      const start = startOf(delay, SEARCH_LENGTH);
      sentEnergy += (this.#sent[start - 1] ?? 0) ** 2 - this.#sent[start + SEARCH_LENGTH - 1]! ** 2;
    }
    return found;
  }

  /** The correlation of the last `length` samples heard with those sent `delay` before. */
  #product(delay: number, length: number): number {
    const heardStart = SEARCH_LENGTH - length;
    const sentStart = startOf(delay, length);
    let product = 0;
    for (let i = 0; i < length; i += 1) product += this.#heard[heardStart + i]! * this.#sent[sentStart + i]!;
    return product;
  }
}

/** Where in the history those samples begin whose echo is heard now; what is sent while it is heard is not in it yet. */
const startOf = (delay: number, length: number): number => HISTORY_LENGTH + FRAME_LENGTH - delay - length;

function shiftIn(history: Float32Array, frame: Int16Array | null): void {
  history.copyWithin(0, FRAME_LENGTH);
  const start = history.length - FRAME_LENGTH;
  for (let i = 0; i < FRAME_LENGTH; i += 1)
    history[start + i] = frame ? (frame[i * DECIMATION]! + frame[i * DECIMATION + 1]!) / DECIMATION : 0;
}

function energyOf(samples: Float32Array, start: number, length: number): number {
  let energy = 0;
  for (let i = start; i < start + length; i += 1) energy += samples[i]! * samples[i]!;
  return energy;
}
