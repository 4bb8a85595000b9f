import { FRAME_MS } from '@parley/audio';

/** More than anyone begins to speak while a vendor is at work. */
const MAX_ONSETS = 256;

/** Where in the stream the detector heard voices begin, for a vendor that does not say when its words were said. */
export class VoiceOnsets {
  #onsetsMs: number[] = [];
  #wasVoiced = false;
  /** The end of the last voiced frame. */
  lastVoiceMs = 0;

  /** A frame was written; the stream is `writtenMs` long with it. */
  advance(writtenMs: number, voiced: boolean): void {
    if (voiced && !this.#wasVoiced) this.#onsetsMs.push(writtenMs - FRAME_MS);
    if (this.#onsetsMs.length > MAX_ONSETS) this.#onsetsMs.shift();
    if (voiced) this.lastVoiceMs = writtenMs;
    this.#wasVoiced = voiced;
  }

  /** The first voice at `fromMs` or later: `fromMs` itself when one was going on, or none was heard. Forgets what was before. */
  firstFrom(fromMs: number): number {
    const index = this.#onsetsMs.findIndex((onsetMs) => onsetMs >= fromMs);
    if (index > 0) this.#onsetsMs.splice(0, index);
    return index < 0 ? fromMs : this.#onsetsMs[0]!;
  }
}
