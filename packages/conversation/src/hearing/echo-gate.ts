import { FRAME_MS, FRAME_SAMPLES } from '@parley/audio';
import { LONGEST_ECHO_MS } from '../turns/echo.ts';

/** Every second sample will do: the energy of speech lies below 2 kHz. */
const DECIMATION = 2;
const FRAME_LENGTH = FRAME_SAMPLES / DECIMATION;
const LONGEST_ECHO_FRAMES = LONGEST_ECHO_MS / FRAME_MS;
/** Enough to tell an echo from a voice of the same pitch. */
const SEARCH_FRAMES = 4;
/** Enough when its delay is known. */
const CHECK_FRAMES = 2;
const HISTORY_LENGTH = (LONGEST_ECHO_FRAMES + SEARCH_FRAMES) * FRAME_LENGTH;
/** Likeness, from 0 to 1: that of an echo on the line is over 0.9, unless somebody speaks as loudly over it. */
const FOUND_LIKENESS = 0.9;
const SAME_LIKENESS = 0.8;
/** A search costs half a millisecond: a new sound is worth some, one that goes on is worth one now and then. */
const SEARCHES_OF_NEW_SOUND = 6;
const SEARCH_INTERVAL_FRAMES = 10;
/** Quieter than any speech on a telephone line (-62 dBov). */
const LOWEST_AUDIBLE_RMS = 25;

/**
 * Knows the agent's own sound when the line sends it back: the same samples, later and perhaps quieter. An echo through
 * the air of a room is too different; that one is known by its words.
 */
export class EchoGate {
  readonly #sent = new Float32Array(HISTORY_LENGTH);
  readonly #heard = new Float32Array(SEARCH_FRAMES * FRAME_LENGTH);
  /** Frames since the last one with sound was sent. */
  #silentFrames = HISTORY_LENGTH;
  /** From the end of what was sent to the end of the same sound heard, in decimated samples. */
  #delay: number | null = null;
  #framesWithoutMatch = 0;

  /** The frame of 20 ms, 160 samples of 8 kHz mono or null for silence, that was sent while the last one was heard. */
  noteSent(frame: Int16Array | null): void {
    this.#silentFrames = frame ? 0 : this.#silentFrames + 1;
    shiftIn(this.#sent, frame);
  }

  /** Whether the next frame that is heard, 160 samples of 8 kHz mono, is an echo. */
  isEcho(frame: Int16Array): boolean {
    shiftIn(this.#heard, frame);
    if (this.#silentFrames * FRAME_LENGTH >= HISTORY_LENGTH) return false;
    if (rootMeanSquare(this.#heard.subarray(-FRAME_LENGTH)) < LOWEST_AUDIBLE_RMS) {
      this.#framesWithoutMatch = 0;
      return false;
    }
    if (this.#delay !== null && this.#likeness(this.#delay, CHECK_FRAMES) >= SAME_LIKENESS) {
      this.#framesWithoutMatch = 0;
      return true;
    }
    this.#framesWithoutMatch += 1;
    return this.#isWorthSearching() && this.#search();
  }

  #isWorthSearching(): boolean {
    const isNew = this.#framesWithoutMatch <= SEARCHES_OF_NEW_SOUND;
    return isNew || this.#framesWithoutMatch % SEARCH_INTERVAL_FRAMES === 0;
  }

  #search(): boolean {
    let best = FOUND_LIKENESS;
    let found: number | null = null;
    for (let delay = FRAME_LENGTH; delay <= LONGEST_ECHO_FRAMES * FRAME_LENGTH; delay += 1) {
      const likeness = this.#likeness(delay, SEARCH_FRAMES);
      if (likeness < best) continue;
      best = likeness;
      found = delay;
    }
    if (found === null) return false;
    this.#delay = found;
    this.#framesWithoutMatch = 0;
    return true;
  }

  /** Normalized correlation of the last frames heard with what was sent `delay` before. */
  #likeness(delay: number, frames: number): number {
    const length = frames * FRAME_LENGTH;
    const heardFrom = this.#heard.length - length;
    // The frame that is sent while this one is heard is not known yet.
    const sentFrom = HISTORY_LENGTH + FRAME_LENGTH - delay - length;
    let product = 0;
    let heardEnergy = 0;
    let sentEnergy = 0;
    for (let i = 0; i < length; i += 1) {
      const heard = this.#heard[heardFrom + i]!;
      const sent = this.#sent[sentFrom + i]!;
      product += heard * sent;
      heardEnergy += heard * heard;
      sentEnergy += sent * sent;
    }
    return product / Math.sqrt(heardEnergy * sentEnergy || 1);
  }
}

function shiftIn(history: Float32Array, frame: Int16Array | null): void {
  history.copyWithin(0, FRAME_LENGTH);
  const from = history.length - FRAME_LENGTH;
  for (let i = 0; i < FRAME_LENGTH; i += 1)
    history[from + i] = frame ? (frame[i * DECIMATION]! + frame[i * DECIMATION + 1]!) / DECIMATION : 0;
}

function rootMeanSquare(samples: Float32Array): number {
  let energy = 0;
  for (const sample of samples) energy += sample * sample;
  return Math.sqrt(energy / samples.length);
}
