import { FRAME_SAMPLES, Resampler, SAMPLE_RATE_HZ } from '@parley/audio';

/** What waits besides the frame that is being played, so that one that comes late is not missed. */
const PREBUFFER_SAMPLES = FRAME_SAMPLES;
/** More than this is late: callers would rather miss a word than talk to somebody who is seconds behind. */
const MOST_SAMPLES = 10 * FRAME_SAMPLES;

/** Sound that comes in pieces of any length and rate, and is played by frames of 20 ms at 8 kHz. What comes too late is dropped. */
export class FrameQueue {
  readonly #resampler: Resampler;
  readonly #frame = new Int16Array(FRAME_SAMPLES);
  readonly #samples = new Int16Array(2 * MOST_SAMPLES);
  #length = 0;
  #isPlaying = false;
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
    const late = this.#length - PREBUFFER_SAMPLES - FRAME_SAMPLES;
    this.#take(late);
    this.droppedSamples += late;
  }

  /** The next frame, valid until the next pull; null while there is none. */
  pull(): Int16Array | null {
    if (!this.#isPlaying && this.#length < FRAME_SAMPLES + PREBUFFER_SAMPLES) return null;
    this.#isPlaying = this.#length >= FRAME_SAMPLES;
    if (!this.#isPlaying) {
      this.underruns += 1;
      return null;
    }
    this.#frame.set(this.#samples.subarray(0, FRAME_SAMPLES));
    this.#take(FRAME_SAMPLES);
    return this.#frame;
  }

  /** Forgets what waits. */
  clear(): void {
    this.#length = 0;
    this.#isPlaying = false;
  }

  #take(count: number): void {
    this.#samples.copyWithin(0, count, this.#length);
    this.#length -= count;
  }
}
