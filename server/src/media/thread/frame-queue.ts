import { FRAME_SAMPLES, Resampler, SAMPLE_RATE_HZ } from '@parley/audio';

/** What waits besides the frame that is being played, so that one that comes late is not missed. */
const PREBUFFER_SAMPLES = FRAME_SAMPLES;
/** More than this is late: callers would rather miss a word than talk to somebody who is seconds behind. */
const MOST_SAMPLES = 25 * FRAME_SAMPLES;
/** What has waited for this long has waited for nothing: 1 s, in which a network shows how unsteady it is. */
const WATCHED_FRAMES = 50;
/** About -50 dBov, in absolute value: a pause between words, in which 20 ms are not missed. */
const QUIET = 100;

/**
 * Sound that comes in pieces of any length and rate, and is played by frames of 20 ms at 8 kHz. A piece that is late makes
 * all that follow it wait; what they wait without need is taken back while it is quiet, 20 ms at a time. Only beyond 500 ms
 * something is dropped whatever it is.
 */
export class FrameQueue {
  readonly #resampler: Resampler;
  readonly #frame = new Int16Array(FRAME_SAMPLES);
  readonly #samples = new Int16Array(2 * MOST_SAMPLES);
  #length = 0;
  #isPlaying = false;
  /** The least that waited behind a frame, and for how many frames. */
  #least = Number.POSITIVE_INFINITY;
  #watched = 0;
  /** Samples at 8 kHz. */
  droppedSamples = 0;
  /** How often sound that was playing did not come in time. */
  underruns = 0;

  constructor(sampleRateHz: number) {
    this.#resampler = new Resampler(sampleRateHz, SAMPLE_RATE_HZ);
  }

  push(piece: Int16Array): void {
    const samples = this.#resampler.process(piece).subarray(-MOST_SAMPLES);
    this.#samples.set(samples, this.#length);
    this.#length += samples.length;
    if (this.#length <= MOST_SAMPLES) return;
    this.#drop(this.#length - PREBUFFER_SAMPLES - FRAME_SAMPLES);
  }

  /** The next frame, valid until the next pull; null while there is none. */
  pull(): Int16Array | null {
    if (!this.#isPlaying && this.#length < FRAME_SAMPLES + PREBUFFER_SAMPLES) return null;
    this.#isPlaying = this.#length >= FRAME_SAMPLES;
    if (!this.#isPlaying) {
      this.underruns += 1;
      this.#watchAnew();
      return null;
    }
    if (this.#waitsInVain() && this.#isQuiet()) this.#drop(FRAME_SAMPLES);
    this.#frame.set(this.#samples.subarray(0, FRAME_SAMPLES));
    this.#take(FRAME_SAMPLES);
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
    const isInVain = this.#least >= PREBUFFER_SAMPLES + FRAME_SAMPLES;
    if (!isInVain) this.#watchAnew();
    return isInVain;
  }

  #isQuiet(): boolean {
    return this.#samples.subarray(0, FRAME_SAMPLES).every((sample) => Math.abs(sample) < QUIET);
  }

  #watchAnew(): void {
    this.#least = Number.POSITIVE_INFINITY;
    this.#watched = 0;
  }

  #drop(count: number): void {
    this.#take(count);
    this.droppedSamples += count;
    this.#watchAnew();
  }

  #take(count: number): void {
    this.#samples.copyWithin(0, count, this.#length);
    this.#length -= count;
  }
}
