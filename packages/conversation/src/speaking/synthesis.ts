import type { MediaClock } from '../media-clock.ts';
import { CALLED_OFF } from '../provider/called-off.ts';
import { asError, ProviderError } from '../provider/provider-error.ts';
import type { TextToSpeech } from '../provider/text-to-speech.ts';
import { watchedStream } from '../provider/watched-stream.ts';
import type { ClauseSound } from './clause-sound.ts';

/** A synthesizer that has sent nothing for this long will not send in time for anybody to still be listening. */
const STALL_MS = 5000;
const ATTEMPTS = 2;

export interface Voice {
  tts: TextToSpeech;
  voice: string;
  language: string;
  clock: MediaClock;
  onWarning: (code: string, message: string) => void;
}

/** Fills clauses with sound. One retry for each clause, unless some of it may have been heard already. */
export class Synthesis {
  readonly #voice: Voice;

  constructor(voice: Voice) {
    this.#voice = voice;
  }

  /** Completes `clause`, or leaves it incomplete when `signal` aborts. Rejects with a ProviderError, or with a fault of our own. */
  async fill(clause: ClauseSound, signal: AbortSignal, attempt = 1): Promise<void> {
    try {
      await this.#synthesize(clause, signal);
      if (!signal.aborted) clause.complete();
    } catch (cause) {
      if (signal.aborted) return;
      const isRetryable = cause instanceof ProviderError && cause.retryable;
      if (clause.length > 0 || !isRetryable || attempt >= ATTEMPTS) throw asError(cause);
      this.#voice.onWarning('tts_retried', cause.message);
      await this.fill(clause, signal, attempt + 1);
    }
  }

  async #synthesize(clause: ClauseSound, signal: AbortSignal): Promise<void> {
    const { tts, voice, language, clock } = this.#voice;
    const attempt = new AbortController();
    const request = { text: clause.text, voice, language, signal: AbortSignal.any([signal, attempt.signal]) };
    const onStall = (): Error => new ProviderError('tts', tts.name, `no sound for ${STALL_MS} ms`, { retryable: true });
    try {
      for await (const chunk of watchedStream(tts.synthesize(request), { clock, stallMs: STALL_MS, signal, onStall }))
        clause.append(chunk);
    } finally {
      attempt.abort(CALLED_OFF);
    }
  }
}
