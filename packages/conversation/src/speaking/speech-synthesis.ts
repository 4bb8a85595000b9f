import type { TimedWord } from '../conversation-event.ts';
import { asError, ProviderError } from '../provider/provider-error.ts';
import { AskedVoice, type VoiceNews } from './asked-voice.ts';
import type { ClauseSound } from './clause-sound.ts';
import { openerOf } from './openers.ts';
import type { ClauseIdentity } from './said-clauses.ts';
import type { SpokenVoice, Synthesis } from './synthesis.ts';
import { judgePatience } from './voice-patience.ts';

const LOOK_EVERY_MS = 100;
const MOST_REQUESTS = 2;
const SPEECH = /[\p{L}\p{N}]/u;

/** The synthesizer is there, and silent. */
class Stall extends ProviderError {}

/** A clause on its way, by one voice. */
interface ClauseTask {
  clause: ClauseSound;
  voice: SpokenVoice;
  requests: number;
  /** No other voice has said a part of it. */
  isWhole: boolean;
  /** When the voice sent its last sound of it, or was asked first. */
  soundMs: number;
  /** The voice has sent some of it. */
  hasBegun: boolean;
  /** Why it was asked once more. */
  failure: ProviderError | null;
}

/** Synthesizes the clauses of one speech, one after the other. What fails goes on at the word where it stopped. */
export class SpeechSynthesis {
  readonly #synthesis: Synthesis;
  readonly #closed = Promise.withResolvers<null>();
  #isClosed = false;
  /** What the speech is said by. */
  #speaker: AskedVoice | null = null;
  /** The same voice, asked once more beside a speaker that is late. */
  #second: AskedVoice | null = null;

  constructor(synthesis: Synthesis) {
    this.#synthesis = synthesis;
  }

  /** Completes `clause`, or leaves it incomplete when this is closed. Rejects with a ProviderError, or with a fault of our own. */
  async fill(clause: ClauseSound): Promise<void> {
    let task = this.#begin(clause, this.#speaker?.voice ?? this.#synthesis.voice);
    if (this.#recall(task)) return;
    for (;;) {
      try {
        await this.#speak(task);
        return;
      } catch (cause) {
        this.#speaker?.flushInto(clause);
        this.#drop();
        if (this.#isClosed) return;
        if (!(cause instanceof ProviderError)) throw asError(cause);
        this.#synthesis.noteFailure(task.voice, cause);
        if (cause.retryable && task.requests < MOST_REQUESTS && !(cause instanceof Stall))
          this.#synthesis.noteRetry(cause);
        else if (this.#synthesis.fallBack(task.voice, cause)) task = this.#begin(clause, this.#synthesis.voice);
        else throw cause;
      }
    }
  }

  /** Idempotent. */
  close(): void {
    this.#isClosed = true;
    this.#closed.resolve(null);
    this.#drop();
  }

  #begin(clause: ClauseSound, voice: SpokenVoice): ClauseTask {
    const { nowMs: soundMs } = this.#synthesis.clock;
    return { clause, voice, requests: 0, isWhole: clause.length === 0, soundMs, hasBegun: false, failure: null };
  }

  /** True: the voice has said it before, and it is complete. What follows it is likely to be new. */
  #recall({ clause, voice }: ClauseTask): boolean {
    const said = this.#isClosed ? null : voice.memory?.recall(this.#identity(clause));
    if (!said) return false;
    clause.append({ samples: said.samples, words: wordsIn(clause.text, said.words) });
    clause.complete();
    this.#synthesis.prewarm();
    return true;
  }

  /** What was put together of several answers is of no use a second time. */
  #note({ clause, voice, requests, isWhole }: ClauseTask): void {
    const comesAgain = openerOf(clause.text, this.#synthesis.pack) !== null;
    if (isWhole && requests === 1) voice.memory?.note(this.#identity(clause), clause.said, comesAgain);
  }

  #identity({ text, rateHz }: ClauseSound): ClauseIdentity {
    const { language, pack } = this.#synthesis;
    return { text: openerOf(text, pack) ?? text, rateHz, language };
  }

  /** The rest of the clause, from the word at which its audio ends. */
  async #speak(task: ClauseTask): Promise<void> {
    const { clause, voice } = task;
    if (clause.beginRest() !== '' && !this.#isClosed) {
      this.#speaker = this.#ask(task, this.#speaker);
      const done = this.#synthesis.beginClause();
      await this.#listen(task).finally(done);
    }
    if (this.#isClosed) return;
    if (clause.length === 0 && SPEECH.test(clause.text)) throw faultOf(voice, 'answered without audio');
    clause.complete();
    this.#note(task);
    this.#synthesis.noteSuccess(voice);
  }

  /** @param open a session to ask; without one the second request has a connection of its own */
  #ask(task: ClauseTask, open: AskedVoice | null): AskedVoice {
    const { clause, voice } = task;
    task.requests += 1;
    const asked = open ?? new AskedVoice(voice, this.#asked(clause), task.requests > 1);
    asked.ask(clause.rest);
    this.#synthesis.noteText(voice, clause.rest);
    return asked;
  }

  #asked({ rateHz: sampleRateHz }: ClauseSound) {
    return { language: this.#synthesis.language, sampleRateHz };
  }

  /** Until the clause is said, or this is closed. */
  async #listen(task: ClauseTask): Promise<void> {
    for (let isSaid = false; !isSaid; ) {
      const news = await this.#news();
      if (this.#isClosed) return;
      if (news === null) isSaid = this.#look(task);
      else if (news.type === 'failed') this.#lose(news, task);
      else isSaid = this.#hear(news, task);
    }
  }

  /** Null: nothing has come for a while. */
  async #news(): Promise<VoiceNews | null> {
    const { promise: look, resolve } = Promise.withResolvers<null>();
    const cancelTimer = this.#synthesis.clock.after(LOOK_EVERY_MS, () => resolve(null));
    const sources = [this.#speaker, this.#second].flatMap((asked) => asked?.news ?? []);
    const news = await Promise.race([...sources, look, this.#closed.promise]);
    cancelTimer();
    return news;
  }

  /** Asks once more when the voice is late; throws when it is given up. True: only the end of it is missing. */
  #look(task: ClauseTask): boolean {
    const { clause, voice, hasBegun, soundMs, requests } = task;
    const idleMs = this.#synthesis.clock.nowMs - soundMs;
    const paceMs = this.#synthesis.paceMs(voice);
    const hasNext = this.#synthesis.hasOtherThan(voice);
    const { lostAfterMs } = voice.tts.capabilities;
    const wait = { idleMs, hasBegun, paceMs, isAskedAgain: requests >= MOST_REQUESTS, hasNext, lostAfterMs };
    const verdict = judgePatience(wait, this.#synthesis.silence);
    if (verdict === 'wait') return false;
    this.#speaker?.flushInto(clause);
    if (clause.rest === '') return true;
    const stall = new Stall('tts', voice.tts.name, `no audio for ${idleMs} ms`, { retryable: true });
    if (verdict === 'give_up') throw stall;
    task.failure = stall;
    this.#synthesis.prewarmNext();
    this.#second = this.#ask(task, null);
    return false;
  }

  /** The other one goes on, if there is one. */
  #lose({ from, error }: Extract<VoiceNews, { type: 'failed' }>, task: ClauseTask): void {
    if (!(error instanceof ProviderError)) throw error;
    if (from === this.#speaker) {
      if (this.#second === null) throw error;
      task.failure = error;
    } else if (this.#speaker === null) throw error;
    from.flushInto(task.clause);
    from.close();
    if (from === this.#speaker) this.#speaker = null;
    else this.#second = null;
  }

  /** True: the clause is said. */
  #hear({ from, event }: Extract<VoiceNews, { type: 'event' }>, task: ClauseTask): boolean {
    const { clause, voice } = task;
    const { clock } = this.#synthesis;
    from.take();
    if (this.#second) this.#choose(from, task);
    if (event.type === 'flushed') {
      from.flushInto(clause);
      return true;
    }
    from.append(clause, event);
    if (event.samples.length === 0) return false;
    if (!task.hasBegun && task.requests === 1) this.#synthesis.notePace(voice, task.soundMs);
    task.hasBegun = true;
    task.soundMs = clock.nowMs;
    return false;
  }

  /** Of two the first that sends something goes on. */
  #choose(asked: AskedVoice, { clause, failure }: ClauseTask): void {
    if (asked === this.#second) {
      this.#speaker?.close();
      this.#speaker = asked;
      clause.beginRest();
      if (failure) this.#synthesis.noteRetry(failure);
    } else this.#second?.close();
    this.#second = null;
  }

  #drop(): void {
    this.#speaker?.close();
    this.#second?.close();
    this.#speaker = null;
    this.#second = null;
  }
}

/** What was said before may have been written with another mark behind it. */
function wordsIn(text: string, said: readonly TimedWord[]): readonly TimedWord[] {
  if (said.every((word) => text.includes(word.text))) return said;
  const words = text.split(/\s+/);
  return words.length === said.length ? said.map((word, index) => ({ ...word, text: words[index]! })) : [];
}

const faultOf = ({ tts }: SpokenVoice, message: string): ProviderError =>
  new ProviderError('tts', tts.name, message, { retryable: true });
