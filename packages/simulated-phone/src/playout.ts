import { FRAME_MS, FRAME_SAMPLES } from '@parley/audio';

/** Plays one sound at a time, a frame of 20 ms after the other. */
export class Playout {
  private samples: Int16Array | null = null;
  private position = 0;
  private repeats = false;

  /** 8 kHz mono; takes the place of what is being played. */
  play(samples: Int16Array, options: { repeats?: boolean } = {}): void {
    this.samples = samples;
    this.position = 0;
    this.repeats = options.repeats ?? false;
  }

  /** False as soon as the last frame was taken. */
  get isPlaying(): boolean {
    return this.samples !== null;
  }

  /** What has been taken of the last sound. */
  get playedMs(): number {
    return (this.position / FRAME_SAMPLES) * FRAME_MS;
  }

  stop(): void {
    this.samples = null;
  }

  /** The next 160 samples, the last ones filled up with silence; null when nothing is played. */
  nextFrame(): Int16Array | null {
    if (!this.samples) return null;
    if (this.repeats && this.position >= this.samples.length) this.position = 0;
    const frame = new Int16Array(FRAME_SAMPLES);
    frame.set(this.samples.subarray(this.position, this.position + FRAME_SAMPLES));
    this.position += FRAME_SAMPLES;
    if (!this.repeats && this.position >= this.samples.length) this.samples = null;
    return frame;
  }
}
