import type { AudioRateHz } from '@parley/audio';
import type { FrameRate } from '../frame-rate.ts';
import type { CallLanguage } from '../languages/call-language.ts';
import type { LanguagePack } from '../languages/language-pack.ts';
import { primarySubtag } from '../languages/packs.ts';
import type { MediaClock } from '../media-clock.ts';
import { ALWAYS_CLOSED, type CircuitBreaker } from '../provider/circuit-breaker.ts';
import type { ProviderError } from '../provider/provider-error.ts';
import { Succession } from '../provider/succession.ts';
import type { TextToSpeech } from '../provider/text-to-speech.ts';
import type { VoiceMemory } from './said-clauses.ts';
import type { CallerSilence } from './voice-patience.ts';

/** A voice and the vendor that has it. */
export interface SpokenVoice {
  tts: TextToSpeech;
  voice: string;
  /** What it has said before, in this call and in others. Left out: everything is synthesized. */
  memory?: VoiceMemory;
}

export interface SynthesisOptions {
  /** In the order of preference: where one fails for good, the next one goes on. */
  voices: readonly SpokenVoice[];
  language: CallLanguage;
  clock: MediaClock;
  rate: Pick<FrameRate, 'rateHz'>;
  breaker?: CircuitBreaker;
  /** As of now. Default: nothing is known of it. */
  silence?: () => CallerSilence;
  onCharacters?: (name: string, count: number) => void;
  onWarning: (code: string, message: string) => void;
}

/** The agent's voices over the whole call: one speaks until it fails, then the next one for the rest of the call. */
export class Synthesis {
  readonly #options: SynthesisOptions;
  readonly #pacesMs = new Map<SpokenVoice, number>();
  /** Clauses that are waited for now. */
  #awaited = 0;
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

  /** Of the call, as far as it is known: what is spoken from now on has it. */
  get rateHz(): AudioRateHz {
    return this.#options.rate.rateHz;
  }

  get pack(): LanguagePack {
    return this.#options.language.spoken.pack;
  }

  /** What the present voice speaks, where it lacks the language of the call; null: it has it, as far as that is known. */
  get otherLanguage(): string | null {
    const { tts, voice } = this.voice;
    return speaks(this.voice, this.language) ? null : (tts.capabilities.languagesOf(voice)?.[0] ?? null);
  }

  get clock(): MediaClock {
    return this.#options.clock;
  }

  get silence(): CallerSilence {
    return this.#options.silence?.() ?? { silentMs: Number.POSITIVE_INFINITY, expectedMs: 0 };
  }

  /** Connects ahead of the first words. */
  prewarm(): void {
    this.#prewarm(this.voice);
  }

  /** Connects to the voice that will go on, should the present one fail. */
  prewarmNext(): void {
    const { next } = this.#voices;
    if (next) this.#prewarm(next);
  }

  #prewarm({ tts, voice }: SpokenVoice): void {
    tts.prewarm({ voice, language: this.language, sampleRateHz: this.rateHz });
  }

  /** `voice` is sent a text. */
  noteText({ tts, voice }: SpokenVoice, text: string): void {
    this.#options.onCharacters?.(`${tts.name}/${voice}`, text.length);
  }

  /** Something is waited for that is to be heard soon. */
  get isBusy(): boolean {
    return this.#awaited > 0;
  }

  /** A clause is waited for, until what is returned is called. */
  beginClause(): () => void {
    this.#awaited += 1;
    return () => {
      this.#awaited -= 1;
    };
  }

  /** `voice` has spoken a clause. */
  noteSuccess(voice: SpokenVoice): void {
    this.#voices.noteSuccess(voice);
  }

  noteFailure(voice: SpokenVoice, error: ProviderError): void {
    this.#voices.noteFailure(voice, error);
  }

  /** Another one can go on in the place of `voice`. */
  hasOtherThan(voice: SpokenVoice): boolean {
    return this.#voices.hasNext || this.voice !== voice;
  }

  /** `voice`, which was asked at `askedMs`, begins to speak now. How long it takes is not known before the answer. */
  notePace(voice: SpokenVoice, askedMs: number): void {
    if (askedMs === 0) return;
    this.#pacesMs.set(voice, Math.max(this.paceMs(voice) ?? 0, this.clock.nowMs - askedMs));
  }

  /** How long `voice` has taken at most to begin; null: not known yet. */
  paceMs(voice: SpokenVoice): number | null {
    return this.#pacesMs.get(voice) ?? null;
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
