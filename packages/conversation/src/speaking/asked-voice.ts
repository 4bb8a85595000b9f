import { type AudioRateHz, Resampler } from '@parley/audio';
import { asError, ProviderError } from '../provider/provider-error.ts';
import type { SpeechChunk, SpeechEvent, SpeechSession } from '../provider/text-to-speech.ts';
import type { ClauseSound } from './clause-sound.ts';
import type { SpokenVoice } from './synthesis.ts';

/** What comes of an asked voice. */
export type VoiceNews =
  | { type: 'event'; from: AskedVoice; event: SpeechEvent }
  | { type: 'failed'; from: AskedVoice; error: Error };

/** A session with a voice, and what comes of it, one after the other. */
export class AskedVoice {
  readonly voice: SpokenVoice;
  readonly #session: SpeechSession;
  readonly #events: AsyncIterator<SpeechEvent>;
  /** Asked for, and not taken yet. */
  #next: Promise<VoiceNews> | null = null;
  #resampler: Resampler | null = null;

  /**
   * @param options what is asked of the voice
   * @param isFresh over a connection of its own
   */
  constructor(voice: SpokenVoice, options: { language: string; sampleRateHz: AudioRateHz }, isFresh: boolean) {
    this.voice = voice;
    this.#session = voice.tts.open({ voice: voice.voice, ...options }, isFresh);
    this.#events = this.#session[Symbol.asyncIterator]();
  }

  ask(text: string): void {
    this.#session.push(text);
    this.#session.flush();
  }

  /** The same until it is taken. Never rejects. */
  get news(): Promise<VoiceNews> {
    this.#next ??= this.#receive();
    return this.#next;
  }

  take(): void {
    this.#next = null;
  }

  append(clause: ClauseSound, chunk: SpeechChunk): void {
    if (chunk.sampleRateHz === clause.rateHz) {
      clause.append(chunk);
      return;
    }
    this.#resampler ??= new Resampler(chunk.sampleRateHz, clause.rateHz);
    clause.append({ ...chunk, samples: this.#resampler.process(chunk.samples) });
  }

  /** Also where it breaks off: the end of the last word is in there, and a successor would say the word again. */
  flushInto(clause: ClauseSound): void {
    if (this.#resampler) clause.append({ samples: this.#resampler.flush() });
    this.#resampler = null;
  }

  /** Idempotent. Calls off what is not spoken yet. */
  close(): void {
    this.#session.close();
  }

  async #receive(): Promise<VoiceNews> {
    try {
      const item = await this.#events.next();
      if (!item.done) return { type: 'event', from: this, event: item.value };
      const message = 'ended its speech before the text was said';
      const error = new ProviderError('tts', this.voice.tts.name, message, { retryable: true });
      return { type: 'failed', from: this, error };
    } catch (cause) {
      return { type: 'failed', from: this, error: asError(cause) };
    }
  }
}
