import { FRAME_MS } from '@parley/audio';

/** More than is said while a vendor is at work. */
const MAX_VOICES = 256;

interface Voice {
  startMs: number;
  endMs: number;
}

/** Where in the stream the detector heard voices, for a vendor that does not say when its words were said. */
export class WrittenVoices {
  readonly #voices: Voice[] = [];

  /** The end of the last voiced frame. */
  get lastVoiceMs(): number {
    return this.#voices.at(-1)?.endMs ?? 0;
  }

  /** A frame was written; the stream is `writtenMs` long with it. */
  advance(writtenMs: number, voiced: boolean): void {
    if (!voiced) return;
    const startMs = writtenMs - FRAME_MS;
    const last = this.#voices.at(-1);
    if (last?.endMs === startMs) last.endMs = writtenMs;
    else this.#voices.push({ startMs, endMs: writtenMs });
    if (this.#voices.length > MAX_VOICES) this.#voices.shift();
  }

  /** The first voice at `fromMs` or later; `fromMs` itself when one was going on, or none is known of. */
  firstFrom(fromMs: number): number {
    const voice = this.#voices.find(({ endMs }) => endMs > fromMs);
    return Math.max(fromMs, voice?.startMs ?? fromMs);
  }
}
