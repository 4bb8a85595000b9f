import type { TimedWord } from '../conversation-event.ts';
import type { Recognition } from '../hearing/recognition.ts';
import type { Utterance } from '../hearing/utterance.ts';
import type { CallLanguage } from '../languages/call-language.ts';
import type { PhraseSet } from '../languages/phrase-set.ts';
import type { MediaClock } from '../media-clock.ts';
import type { AnsweredTurn } from '../speaking/latency-meter.ts';
import { type WithoutEcho, withoutEcho } from '../turns/echo.ts';
import type { CloseUtterance } from '../turns/turn-effect.ts';
import type { EventOf } from '../turns/turn-event.ts';
import type { TurnState } from '../turns/turn-state.ts';
import { believesEcho, closeUtterance } from '../turns/utterance-state.ts';
import type { Dialogue } from './dialogue.ts';
import type { Transcript } from './transcript.ts';

export interface UserTurnsOptions {
  recognition: Recognition;
  transcript: Transcript;
  dialogue: Dialogue;
  clock: MediaClock;
  /** What the agent has sent lately. */
  sentWords: () => TimedWord[];
  language: CallLanguage;
  courtesies: () => PhraseSet;
  /** The words of a greeting that was answered before they were known. */
  onGreeting: (text: string) => void;
}

/** Files what the user has said: in the transcript, for the model, or nowhere. */
export class UserTurns {
  readonly #options: UserTurnsOptions;
  /** Media time of the last change of what the user is heard to say. */
  #lastTextMs = 0;
  #unanswered: AnsweredTurn | null = null;
  #hasOptedOut = false;
  /** Resolves when the words of the greeting are known. */
  #greeting: Promise<void> = Promise.resolve();

  constructor(options: UserTurnsOptions) {
    this.#options = options;
  }

  /** What the user is saying, without what the line has sent back of the agent's words. */
  hear(state: TurnState): Omit<EventOf<'heard'>, 'type' | 'atMs'> {
    const { current } = this.#options.recognition;
    const { text, evidence } = this.#ownWords(current, state);
    if (text !== state.utterance.text) this.#lastTextMs = this.#options.clock.nowMs;
    return {
      text,
      settled: !current.awaitsFinal,
      echo: evidence,
      listenedUntilMs: current.listenedUntilMs,
    };
  }

  #ownWords({ text, onsetsMs }: Utterance, state: TurnState): WithoutEcho {
    const { sentWords, courtesies, clock, language } = this.#options;
    const isEchoing = believesEcho(state, clock.nowMs);
    return withoutEcho(
      { text, onsetsMs },
      {
        sent: sentWords(),
        isEchoing,
        courtesies: courtesies(),
        writing: language.spoken.writing,
      },
    );
  }

  /** Ends the open utterance; what is heard from now on is another one. */
  close(closed: CloseUtterance): void {
    const { recognition, dialogue, clock } = this.#options;
    if (closed.as === 'greeting') {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#greeting = promise;
      const whenSettled = (utterance: Utterance): void => {
        this.#fileGreeting(closed, utterance);
        resolve();
      };
      recognition.cut({ whenSettled });
      return;
    }
    if (closed.as === 'unintelligible') {
      recognition.cut({ asNoise: true, whenWordless: () => this.#fileUnintelligible(closed) });
      return;
    }
    const utterance = recognition.cut({ asNoise: closed.as === 'noise' });
    if (closed.as === 'noise') return;
    this.#file(closed, closed.text, utterance);
    if (closed.as === 'aside') return;
    dialogue.addUser(closed.text, closed.startMs);
    this.#unanswered = closed.voiced
      ? { voiceEndMs: closed.endMs, lastTextMs: this.#lastTextMs, committedMs: clock.nowMs }
      : null;
  }

  /** The user has asked never to be called again, at whatever moment: many hang up with the words. */
  get hasOptedOut(): boolean {
    return this.#hasOptedOut;
  }

  /** The turn whose answer is to be timed; once, and null when there is none with a voice. */
  takeUnanswered(): AnsweredTurn | null {
    const unanswered = this.#unanswered;
    this.#unanswered = null;
    return unanswered;
  }

  /**
   * The user may have been speaking, or have just spoken, when the call ended. Resolves when the final text has come: at
   * once when nothing was said.
   */
  async fileLastWords(state: TurnState): Promise<void> {
    const { recognition } = this.#options;
    await this.#greeting;
    if (recognition.current.isBlank) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const whenSettled = (utterance: Utterance): void => {
      const { text } = this.#ownWords(utterance, state);
      const closed = closeUtterance({ ...state, utterance: { ...state.utterance, text } }, 'aside');
      if (closed.text !== '') this.#file(closed, closed.text, utterance);
      resolve();
    };
    recognition.cut({ whenSettled });
    await promise;
  }

  #fileGreeting(closed: CloseUtterance, utterance: Utterance): void {
    if (utterance.text === '') return;
    this.#options.dialogue.addUser(utterance.text, closed.startMs);
    this.#file(closed, utterance.text, utterance);
    this.#options.onGreeting(utterance.text);
  }

  #fileUnintelligible({ startMs, endMs }: CloseUtterance): void {
    this.#options.transcript.add({ role: 'user', text: '', startMs, endMs, interrupted: false, unintelligible: true });
  }

  #file({ startMs, endMs }: CloseUtterance, text: string, utterance: Utterance): void {
    const { spoken } = this.#options.language;
    this.#hasOptedOut ||= spoken.asksForOptOut(text) && !spoken.soundsLikeMenu(text);
    // An echo comes before the user's own words; and a recognizer draws a word's borders otherwise than the detector.
    const words = utterance.words
      .filter((word) => word.endMs > startMs && word.startMs < endMs)
      .map((word) => ({ ...word, startMs: Math.max(word.startMs, startMs), endMs: Math.min(word.endMs, endMs) }));
    const timed = words.length > 0 && { words };
    this.#options.transcript.add({ role: 'user', text, startMs, endMs, interrupted: false, ...timed });
  }
}
