import { FRAME_MS } from '@parley/audio';
import type { VoiceActivityDetector } from '../provider/voice-activity.ts';

export interface EnergyDelays {
  /** How long a voice must last to be noticed. */
  onsetMs?: number;
  /** How long a voice is believed to go on after its end. */
  hangoverMs?: number;
}

/** Speech is what is loud, noticed as late as by real detectors. */
export class EnergyVoiceActivity implements VoiceActivityDetector {
  isClosed = false;
  /** What a test's voices sound like. */
  speech = 1;
  isPitched = true;
  readonly prosody = null;
  readonly #onsetFrames: number;
  readonly #hangoverFrames: number;
  #loud = 0;
  #quiet = 0;
  #isSpeech = false;

  constructor({ onsetMs = 0, hangoverMs = 0 }: EnergyDelays = {}) {
    this.#onsetFrames = onsetMs / FRAME_MS;
    this.#hangoverFrames = hangoverMs / FRAME_MS;
  }

  isSpeech(frame: Int16Array): boolean {
    const isLoud = frame.some((sample) => Math.abs(sample) > 500);
    this.#loud = isLoud ? this.#loud + 1 : 0;
    this.#quiet = isLoud ? 0 : this.#quiet + 1;
    if (this.#loud > this.#onsetFrames) this.#isSpeech = true;
    if (this.#quiet > this.#hangoverFrames) this.#isSpeech = false;
    return this.#isSpeech;
  }

  close(): void {
    this.isClosed = true;
  }
}
