import { FRAME_MS, type Frame, frameRateHz, Resampler, SAMPLE_RATE_HZ } from '@parley/audio';

/** What Whisper and its kin listen to; whisper.cpp takes no other rate. */
export const UPLOAD_RATE_HZ = 16_000;

/** The audio of an utterance at 16 kHz, from a while before its first voice. */
export class UploadedUtterance {
  /** Where its first voice is in the stream. */
  readonly startMs: number;
  /** Where its audio begins. */
  readonly audioStartMs: number;
  /** Frame by frame: half a minute at once would take more than a tick. */
  readonly #resampler = new Resampler(SAMPLE_RATE_HZ, UPLOAD_RATE_HZ);
  #frames: Int16Array[] = [];
  #voicedUntilMs: number;

  /** @param preRoll the frames before the first voice */
  constructor(startMs: number, preRoll: readonly Frame[]) {
    this.startMs = startMs;
    this.audioStartMs = startMs - preRoll.length * FRAME_MS;
    this.#voicedUntilMs = startMs;
    for (const frame of preRoll) this.write(frame, false);
  }

  /** Where its audio ends. */
  get endMs(): number {
    return this.audioStartMs + this.durationMs;
  }

  /** Where its last voice ends so far. */
  get voicedUntilMs(): number {
    return this.#voicedUntilMs;
  }

  get silenceMs(): number {
    return this.endMs - this.#voicedUntilMs;
  }

  get durationMs(): number {
    return this.#frames.length * FRAME_MS;
  }

  write(frame: Frame, voiced: boolean): void {
    this.#frames.push(frameRateHz(frame) === UPLOAD_RATE_HZ ? frame.slice() : this.#resampler.process(frame));
    if (voiced) this.#voicedUntilMs = this.endMs;
  }

  /** What there is by now, less the millisecond that the resampler still holds. */
  samples(): Int16Array {
    const samples = new Int16Array(this.#frames.reduce((sum, { length }) => sum + length, 0));
    let offset = 0;
    for (const frame of this.#frames) {
      samples.set(frame, offset);
      offset += frame.length;
    }
    return samples;
  }
}
