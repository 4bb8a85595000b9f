import { FRAME_MS, FRAME_SAMPLES, Resampler, SAMPLE_RATE_HZ } from '@parley/audio';

/** Of what LiveKit's detector hears. */
const HEARD_RATE_HZ = 16_000;

/** The two ends of a session's sound, in the place of a room: frames of 20 ms at 8 kHz. */
export interface LiveKitSound {
  input: any;
  output: any;
  /** The session hears this. */
  push(frame: Int16Array): void;
  /** What it plays next; null is silence. */
  pop(): Int16Array | null;
}

/** As LiveKit's own output plays: a segment ends when all of it was played, or it was cleared; a pause holds it. */
export function openSound({ agents, rtc }: { agents: any; rtc: any }): LiveKitSound {
  const resampler = new Resampler(SAMPLE_RATE_HZ, HEARD_RATE_HZ);
  let feed: ReadableStreamDefaultController<any>;
  class Input extends agents.voice.AudioInput {
    constructor() {
      super();
      const source = new ReadableStream({
        start(controller) {
          feed = controller;
        },
      });
      (this as any).multiStream.addInputStream(source);
    }
  }

  class Output extends agents.voice.AudioOutput {
    queue: Int16Array[] = [];
    offset = 0;
    playedMs = 0;
    capturedMs = 0;
    isPaused = false;
    isFlushed = false;
    hasStarted = false;

    constructor() {
      super(SAMPLE_RATE_HZ, undefined, { pause: true });
    }

    async captureFrame(frame: any): Promise<void> {
      await super.captureFrame(frame);
      this.queue.push(Int16Array.from(frame.data));
      this.capturedMs += (frame.samplesPerChannel * 1000) / frame.sampleRate;
    }

    flush(): void {
      super.flush();
      if (this.capturedMs > 0) this.isFlushed = true;
    }

    clearBuffer(): void {
      if (this.capturedMs > 0) this.end(true);
    }

    pause(): void {
      super.pause();
      this.isPaused = true;
    }

    resume(): void {
      super.resume();
      this.isPaused = false;
    }

    pop(): Int16Array | null {
      if (this.isPaused || this.capturedMs === 0) return null;
      const frame = new Int16Array(FRAME_SAMPLES);
      let filled = 0;
      while (filled < FRAME_SAMPLES && this.queue.length > 0) {
        const piece = this.queue[0]!.subarray(this.offset, this.offset + FRAME_SAMPLES - filled);
        frame.set(piece, filled);
        filled += piece.length;
        this.offset += piece.length;
        if (this.offset < this.queue[0]!.length) continue;
        this.queue.shift();
        this.offset = 0;
      }
      this.playedMs += (filled * FRAME_MS) / FRAME_SAMPLES;
      if (filled > 0 && !this.hasStarted) {
        this.hasStarted = true;
        (this as any).onPlaybackStarted(Date.now());
      }
      if (this.isFlushed && this.queue.length === 0) this.end(false);
      return filled > 0 ? frame : null;
    }

    end(interrupted: boolean): void {
      const playbackPosition = this.playedMs / 1000;
      this.queue = [];
      [this.offset, this.playedMs, this.capturedMs] = [0, 0, 0];
      [this.isFlushed, this.hasStarted] = [false, false];
      (this as any).onPlaybackFinished({ playbackPosition, interrupted });
    }
  }

  const output = new Output();
  return {
    input: new Input(),
    output,
    push(frame) {
      const heard = resampler.process(frame);
      feed.enqueue(new rtc.AudioFrame(Int16Array.from(heard), HEARD_RATE_HZ, 1, heard.length));
    },
    pop: () => output.pop(),
  };
}
