import type { MediaClock } from '../media-clock.ts';
import type { ProviderError } from '../provider/provider-error.ts';
import type { TextToSpeech } from '../provider/text-to-speech.ts';

/** A voice and the vendor that has it. */
export interface SpokenVoice {
  tts: TextToSpeech;
  voice: string;
}

export interface SynthesisOptions {
  /** In the order of preference: where one fails for good, the next one goes on. */
  voices: readonly SpokenVoice[];
  language: string;
  clock: MediaClock;
  onWarning: (code: string, message: string) => void;
}

/** The agent's voices over the whole call: one speaks until it fails, then the next one for the rest of the call. */
export class Synthesis {
  readonly #options: SynthesisOptions;
  #index = 0;

  constructor(options: SynthesisOptions) {
    this.#options = options;
  }

  get voice(): SpokenVoice {
    return this.#options.voices[this.#index]!;
  }

  get language(): string {
    return this.#options.language;
  }

  get clock(): MediaClock {
    return this.#options.clock;
  }

  /** Connects ahead of the first words. */
  prewarm(): void {
    const { tts, voice } = this.voice;
    tts.prewarm({ voice, language: this.language });
  }

  noteRetry(error: ProviderError): void {
    this.#options.onWarning('tts_retried', error.message);
  }

  /** `failed` has failed for good. False: there is no other voice. */
  fallBack(failed: SpokenVoice, error: ProviderError): boolean {
    // Another speech may have noticed it before.
    if (this.voice !== failed) return true;
    if (this.#index + 1 >= this.#options.voices.length) return false;
    this.#index += 1;
    const { tts, voice } = this.voice;
    this.#options.onWarning('tts_fallback', `${error.message}; ${tts.name}/${voice} speaks from here on`);
    return true;
  }

  /** Idempotent. */
  close(): void {
    for (const { tts } of this.#options.voices) tts.close();
  }
}
