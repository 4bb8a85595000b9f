import { FRAME_MS } from '@parley/audio';

/** What is older is not listened to again. */
const MOST_FRAMES = 10_000 / FRAME_MS;

interface Frame {
  samples: Int16Array;
  isVoiced: boolean;
  startMs: number;
}

/** The latest of what the caller was heard to say, for a recognizer that begins to listen in mid-call. */
export class RecentAudio {
  readonly #frames: Frame[] = [];

  /** @param startMs media time of the frame's first sample */
  write(samples: Int16Array, isVoiced: boolean, startMs: number): void {
    this.#frames.push({ samples: samples.slice(), isVoiced, startMs });
    if (this.#frames.length > MOST_FRAMES) this.#frames.shift();
  }

  /** The frames from a media time on, as far as they are kept. */
  since(fromMs: number): readonly Frame[] {
    return this.#frames.filter(({ startMs }) => startMs + FRAME_MS > fromMs);
  }
}
