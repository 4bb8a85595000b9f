import { FRAME_MS, FRAME_SAMPLES } from '@parley/audio';

/** The audio of an utterance, from a while before its first voice. */
export class UploadedUtterance {
  /** Where its first voice is in the stream. */
  readonly startMs: number;
  /** Where its audio begins. */
  readonly audioStartMs: number;
  #frames: Int16Array[];
  #voicedUntilMs: number;

  /** @param preRoll the frames before the first voice */
  constructor(startMs: number, preRoll: readonly Int16Array[]) {
    this.startMs = startMs;
    this.audioStartMs = startMs - preRoll.length * FRAME_MS;
    this.#frames = [...preRoll];
    this.#voicedUntilMs = startMs;
  }

  /** Where its audio ends. */
  get endMs(): number {
    return this.audioStartMs + this.#frames.length * FRAME_MS;
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

  write(frame: Int16Array, voiced: boolean): void {
    this.#frames.push(frame);
    if (voiced) this.#voicedUntilMs = this.endMs;
  }

  samples(): Int16Array {
    const samples = new Int16Array(this.#frames.length * FRAME_SAMPLES);
    for (const [index, frame] of this.#frames.entries()) samples.set(frame, index * FRAME_SAMPLES);
    return samples;
  }
}
