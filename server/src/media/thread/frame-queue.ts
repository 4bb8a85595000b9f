import { type AudioRateHz, FRAME_MS, type Frame, frameSamples, Resampler } from '@parley/audio';

/** What waits besides the frame that is being played, so that one that comes late is not missed. */
const PREBUFFER_FRAMES = 1;
/** More than this is late: callers would rather miss a word than wait seconds for a response. */
const MOST_FRAMES = 25;
/** What has waited for this long has waited for nothing: 1 s, in which a network shows how unsteady it is. */
const WATCHED_FRAMES = 50;
/** About -50 dBov, in absolute value: a pause between words, in which 20 ms are not missed. */
const QUIET = 100;

/**
 * Audio that comes in pieces of any length and rate, and is played by frames of 20 ms. A piece that is late makes
 * all that follow it wait; what they wait without need is taken back while it is quiet, 20 ms at a time. Only beyond 500 ms
 * something is dropped whatever it is.
 */
export class FrameQueue {
  readonly #resampler: Resampler;
  readonly #frameSamples: number;
  readonly #frame: Frame;
  readonly #samples: Int16Array;
  #length = 0;
  #isPlaying = false;
  /** The least that waited behind a frame, and for how many frames. */
  #least = Number.POSITIVE_INFINITY;
  #watched = 0;
  droppedMs = 0;
  /** How often audio that was playing did not come in time. */
  underruns = 0;

  /** @param rateHz of the frames */
  constructor(sampleRateHz: number, rateHz: AudioRateHz) {
    this.#resampler = new Resampler(sampleRateHz, rateHz);
    this.#frameSamples = frameSamples(rateHz);
    this.#frame = new Int16Array(this.#frameSamples);
    this.#samples = new Int16Array(2 * MOST_FRAMES * this.#frameSamples);
  }

  push(piece: Int16Array): void {
    const samples = this.#resampler.process(piece).subarray(-MOST_FRAMES * this.#frameSamples);
    this.#samples.set(samples, this.#length);
    this.#length += samples.length;
    if (this.#length <= MOST_FRAMES * this.#frameSamples) return;
    this.#drop(this.#length - (PREBUFFER_FRAMES + 1) * this.#frameSamples);
  }

  /** The next frame, valid until the next pull; null while there is none. */
  pull(): Frame | null {
    if (!this.#isPlaying && this.#length < (PREBUFFER_FRAMES + 1) * this.#frameSamples) return null;
    this.#isPlaying = this.#length >= this.#frameSamples;
    if (!this.#isPlaying) {
      this.underruns += 1;
      this.#watchAnew();
      return null;
    }
    if (this.#waitsInVain() && this.#isQuiet()) this.#drop(this.#frameSamples);
    this.#frame.set(this.#samples.subarray(0, this.#frameSamples));
    this.#take(this.#frameSamples);
    this.#least = Math.min(this.#least, this.#length);
    this.#watched += 1;
    return this.#frame;
  }

  /** Forgets what waits. */
  clear(): void {
    this.#length = 0;
    this.#isPlaying = false;
    this.#watchAnew();
  }

  /** Whether a frame less would not have been missed lately. */
  #waitsInVain(): boolean {
    if (this.#watched < WATCHED_FRAMES) return false;
    const isInVain = this.#least >= (PREBUFFER_FRAMES + 1) * this.#frameSamples;
    if (!isInVain) this.#watchAnew();
    return isInVain;
  }

  #isQuiet(): boolean {
    return this.#samples.subarray(0, this.#frameSamples).every((sample) => Math.abs(sample) < QUIET);
  }

  #watchAnew(): void {
    this.#least = Number.POSITIVE_INFINITY;
    this.#watched = 0;
  }

  #drop(count: number): void {
    this.#take(count);
    this.droppedMs += (count * FRAME_MS) / this.#frameSamples;
    this.#watchAnew();
  }

  #take(count: number): void {
    this.#samples.copyWithin(0, count, this.#length);
    this.#length -= count;
  }
}
