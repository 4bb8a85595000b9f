import { FRAME_SAMPLES } from './frame.ts';

/** Cuts a stream of 8 kHz mono chunks of any length into frames of 160 samples. */
export class Framer {
  private readonly rest = new Int16Array(FRAME_SAMPLES);
  private restLength = 0;

  /** The frames that are complete with these samples; none, one or many. */
  push(samples: Int16Array): Int16Array[] {
    const frames: Int16Array[] = [];
    let offset = 0;
    while (this.restLength + samples.length - offset >= FRAME_SAMPLES) {
      const frame = new Int16Array(FRAME_SAMPLES);
      frame.set(this.rest.subarray(0, this.restLength));
      const taken = FRAME_SAMPLES - this.restLength;
      frame.set(samples.subarray(offset, offset + taken), this.restLength);
      frames.push(frame);
      offset += taken;
      this.restLength = 0;
    }
    this.rest.set(samples.subarray(offset), this.restLength);
    this.restLength += samples.length - offset;
    return frames;
  }

  /** The end of the stream: what is left, filled up with silence; null when nothing is. */
  flush(): Int16Array | null {
    if (this.restLength === 0) return null;
    const frame = new Int16Array(FRAME_SAMPLES);
    frame.set(this.rest.subarray(0, this.restLength));
    this.restLength = 0;
    return frame;
  }
}
