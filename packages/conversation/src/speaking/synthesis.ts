import type { CallLanguage } from '../languages/call-language.ts';
import type { LanguagePack } from '../languages/language-pack.ts';
import { primarySubtag } from '../languages/packs.ts';
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
  readonly #spoken = new Set<SpokenVoice>();
  readonly #slow = new Set<SpokenVoice>();
  /** Those that have not failed for good. */
  #able: readonly SpokenVoice[];
  #voices: Succession<SpokenVoice>;

  constructor(options: SynthesisOptions) {
    this.#options = options;
    this.#able = options.voices;
    this.#voices = this.#succession(options.voices);
  }

  #succession(candidates: readonly SpokenVoice[]): Succession<SpokenVoice> {
    const { breaker = ALWAYS_CLOSED, onWarning } = this.#options;
    return new Succession({
      role: 'tts',
      candidates,
      nameOf: ({ tts }) => tts.name,
      labelOf: ({ tts, voice }) => `${tts.name}/${voice}`,
      breaker,
      onWarning,
    });
  }

  /**
   * Lets the first voice speak that has a language, and those that lack it come last. False: none is known to have it,
   * and nothing changes.
   */
  prefer(language: string): boolean {
    const fitting = this.#able.filter((voice) => speaks(voice, language));
    if (fitting.length === 0) return false;
    this.#voices = this.#succession([...fitting, ...this.#able.filter((voice) => !fitting.includes(voice))]);
    return true;
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
    const hasNext = this.#voices.fallBack(failed, error);
    if (hasNext) this.#able = this.#able.filter((voice) => voice !== failed);
    return hasNext;
  }

  /** Idempotent. */
  close(): void {
    for (const { tts } of this.#options.voices) tts.close();
  }
}

/** One of which it is not known what it speaks may speak everything. */
const speaks = ({ tts, voice }: SpokenVoice, language: string): boolean =>
  tts.capabilities.languagesOf(voice)?.includes(primarySubtag(language)) ?? true;
