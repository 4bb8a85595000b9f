import type { CallLanguage } from '../languages/call-language.ts';
import type { LanguagePack } from '../languages/language-pack.ts';
import type { MediaClock } from '../media-clock.ts';
import { ALWAYS_CLOSED, type CircuitBreaker } from '../provider/circuit-breaker.ts';
import type { ProviderError } from '../provider/provider-error.ts';
import { Succession } from '../provider/succession.ts';
import type { TextToSpeech } from '../provider/text-to-speech.ts';

/** A voice and the vendor that has it. */
export interface SpokenVoice {
  tts: TextToSpeech;
  voice: string;
}

export interface SynthesisOptions {
  /** In the order of preference: where one fails for good, the next one goes on. */
  voices: readonly SpokenVoice[];
  language: CallLanguage;
  clock: MediaClock;
  breaker?: CircuitBreaker;
  onCharacters?: (name: string, count: number) => void;
  onWarning: (code: string, message: string) => void;
}

/** The agent's voices over the whole call: one speaks until it fails, then the next one for the rest of the call. */
export class Synthesis {
  readonly #options: SynthesisOptions;
  readonly #voices: Succession<SpokenVoice>;
  readonly #spoken = new Set<SpokenVoice>();
  readonly #slow = new Set<SpokenVoice>();

  constructor(options: SynthesisOptions) {
    this.#options = options;
    this.#voices = new Succession({
      role: 'tts',
      candidates: options.voices,
      nameOf: ({ tts }) => tts.name,
      labelOf: ({ tts, voice }) => `${tts.name}/${voice}`,
      breaker: options.breaker ?? ALWAYS_CLOSED,
      onWarning: options.onWarning,
    });
  }

  get voice(): SpokenVoice {
    return this.#voices.current;
  }

  /** BCP 47. */
  get language(): string {
    return this.#options.language.tag;
  }

  get pack(): LanguagePack {
    return this.#options.language.spoken.pack;
  }

  get clock(): MediaClock {
    return this.#options.clock;
  }

  /** Connects ahead of the first words. */
  prewarm(): void {
    const { tts, voice } = this.voice;
    tts.prewarm({ voice, language: this.language });
  }

  /** `voice` is sent a text. */
  noteText({ tts, voice }: SpokenVoice, text: string): void {
    this.#options.onCharacters?.(`${tts.name}/${voice}`, text.length);
  }

  /** `voice` has spoken a clause. */
  noteSuccess(voice: SpokenVoice): void {
    this.#spoken.add(voice);
    this.#voices.noteSuccess(voice);
  }

  noteFailure(voice: SpokenVoice, error: ProviderError): void {
    this.#voices.noteFailure(voice, error);
  }

  /** There is another one to go on with. */
  get hasNext(): boolean {
    return this.#voices.hasNext;
  }

  /** `voice` has spoken after a silence in which it was given up: it is slow, and worth waiting for. */
  noteSlow(voice: SpokenVoice): void {
    this.#slow.add(voice);
  }

  hasSpoken(voice: SpokenVoice): boolean {
    return this.#spoken.has(voice);
  }

  isSlow(voice: SpokenVoice): boolean {
    return this.#slow.has(voice);
  }

  noteRetry(error: ProviderError): void {
    this.#options.onWarning('tts_retried', error.message);
  }

  /** `failed` has failed for good. False: there is no other voice. */
  fallBack(failed: SpokenVoice, error: ProviderError): boolean {
    return this.#voices.fallBack(failed, error);
  }

  /** Idempotent. */
  close(): void {
    for (const { tts } of this.#options.voices) tts.close();
  }
}
