import { Resampler, SAMPLE_RATE_HZ } from '@parley/audio';
import { CALLED_OFF } from '../provider/called-off.ts';
import { asError, ProviderError } from '../provider/provider-error.ts';
import type { SpeechEvent, SpeechSession } from '../provider/text-to-speech.ts';
import { nextInTime } from '../provider/watched-stream.ts';
import type { ClauseSound } from './clause-sound.ts';
import type { SpokenVoice, Synthesis } from './synthesis.ts';

/** A synthesizer that has sent nothing for so long is asked once more, or another one is: the caller hears nothing meanwhile. */
const STALL_MS = 1500;
/** One that has not spoken in this call may have to wake up. */
const FIRST_STALL_MS = 2500;
/** One that is known to be slow, or has nobody to take its place, will not send in time for the caller to be still there. */
const LONGEST_STALL_MS = 5000;
const ATTEMPTS = 2;

/** The synthesizer is there, and silent. */
class Stall extends ProviderError {}

/** A session, and the voice that it speaks with. */
interface OpenSession {
  voice: SpokenVoice;
  session: SpeechSession;
  events: AsyncIterator<SpeechEvent>;
}

/** Synthesizes the clauses of one speech, one after the other. What fails goes on at the word where it stopped. */
export class SpeechSynthesis {
  readonly #synthesis: Synthesis;
  readonly #abort = new AbortController();
  #open: OpenSession | null = null;
  #stallMs = STALL_MS;

  constructor(synthesis: Synthesis) {
    this.#synthesis = synthesis;
  }

  /** Completes `clause`, or leaves it incomplete when this is closed. Rejects with a ProviderError, or with a fault of our own. */
  async fill(clause: ClauseSound): Promise<void> {
    let hasStalled = false;
    for (let attempt = 1; ; attempt += 1) {
      const voice = this.#open?.voice ?? this.#synthesis.voice;
      this.#stallMs = attempt === 1 ? this.#patienceMs(voice) : LONGEST_STALL_MS;
      try {
        await this.#speak(clause, voice);
        if (hasStalled && attempt > 1) this.#synthesis.noteSlow(voice);
        if (!this.#isClosed) this.#synthesis.noteSuccess(voice);
        return;
      } catch (cause) {
        this.#drop();
        if (this.#isClosed) return;
        if (!(cause instanceof ProviderError)) throw asError(cause);
        this.#synthesis.noteFailure(voice, cause);
        hasStalled = cause instanceof Stall;
        // The silence was long enough.
        const isRetried = cause.retryable && attempt < ATTEMPTS && !(hasStalled && this.#synthesis.hasNext);
        if (isRetried) this.#synthesis.noteRetry(cause);
        else if (this.#synthesis.fallBack(voice, cause)) attempt = 0;
        else throw cause;
      }
    }
  }

  #patienceMs(voice: SpokenVoice): number {
    if (this.#synthesis.isSlow(voice)) return LONGEST_STALL_MS;
    return this.#synthesis.hasSpoken(voice) ? STALL_MS : FIRST_STALL_MS;
  }

  /** Idempotent. */
  close(): void {
    this.#abort.abort(CALLED_OFF);
    this.#drop();
  }

  get #isClosed(): boolean {
    return this.#abort.signal.aborted;
  }

  /** The rest of the clause, from the word at which its audio ends. */
  async #speak(clause: ClauseSound, voice: SpokenVoice): Promise<void> {
    const rest = clause.beginRest();
    if (rest !== '') await this.#request(clause, rest, voice);
    if (!this.#isClosed) clause.complete();
  }

  async #request(clause: ClauseSound, text: string, voice: SpokenVoice): Promise<void> {
    if (this.#isClosed) return;
    this.#open ??= this.#begin(voice);
    const { session, events } = this.#open;
    session.push(text);
    this.#synthesis.noteText(voice, text);
    session.flush();
    let resampler: Resampler | null = null;
    try {
      for (;;) {
        const event = await this.#next(events, voice);
        if (event === null || event.type === 'flushed') return;
        if (event.sampleRateHz === SAMPLE_RATE_HZ) clause.append(event);
        else {
          resampler ??= new Resampler(event.sampleRateHz, SAMPLE_RATE_HZ);
          clause.append({ ...event, samples: resampler.process(event.samples) });
        }
      }
    } finally {
      // Also where it breaks off: the end of the last word is in there, and whoever goes on would say the word again.
      if (resampler) clause.append({ samples: resampler.flush() });
    }
  }

  #begin(voice: SpokenVoice): OpenSession {
    const session = voice.tts.open({ voice: voice.voice, language: this.#synthesis.language });
    return { voice, session, events: session[Symbol.asyncIterator]() };
  }

  /** Null when this was closed. */
  async #next(events: AsyncIterator<SpeechEvent>, { tts }: SpokenVoice): Promise<SpeechEvent | null> {
    const fault = (message: string): Error => new ProviderError('tts', tts.name, message, { retryable: true });
    const item = await nextInTime(events, {
      clock: this.#synthesis.clock,
      stallMs: this.#stallMs,
      signal: this.#abort.signal,
      onStall: () => new Stall('tts', tts.name, `no audio for ${this.#stallMs} ms`, { retryable: true }),
    });
    if (item === null || this.#isClosed) return null;
    if (item.done) throw fault('ended its speech before the text was said');
    return item.value;
  }

  #drop(): void {
    this.#open?.session.close();
    this.#open = null;
  }
}
