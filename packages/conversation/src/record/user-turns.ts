import type { CallLanguage } from '../languages/call-language.ts';
import type { MediaClock } from '../media-clock.ts';
import type { AnsweredTurn } from '../speaking/latency-meter.ts';
import type { FileUtterance } from '../turns/turn-effect.ts';
import type { Dialogue } from './dialogue.ts';
import type { Transcript } from './transcript.ts';

export interface UserTurnsOptions {
  transcript: Transcript;
  dialogue: Dialogue;
  clock: MediaClock;
  language: CallLanguage;
}

/** Files what the user has said: in the transcript, and for the model. */
export class UserTurns {
  readonly #options: UserTurnsOptions;
  #unanswered: AnsweredTurn | null = null;
  #hasOptedOut = false;
  /** The model has it, and its final text is still to come. */
  #unwritten: { utterance: FileUtterance; language: string | null } | null = null;

  constructor(options: UserTurnsOptions) {
    this.#options = options;
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

  /** @param language what it was spoken in; null where that is not known */
  file(utterance: FileUtterance, language: string | null = null): void {
    const { transcript, dialogue, clock } = this.#options;
    const { as, to, text, startMs, endMs, voiced, changedMs } = utterance;
    if (as === 'unintelligible') {
      transcript.add({ role: 'user', text: '', startMs, endMs, interrupted: false, unintelligible: true });
      return;
    }
    if (as === 'greeting') dialogue.addUser(text, startMs);
    if (to === 'transcript') {
      // The agent has answered it: it stays in the transcript as it was known then.
      if (this.#unwritten?.utterance.startMs !== startMs) return;
      this.#write(utterance, this.#unwritten.language);
      this.#unwritten = null;
      return;
    }
    this.writeAll();
    if (to === 'model') this.#unwritten = { utterance, language };
    else this.#write(utterance, language);
    if (as !== 'turn') return;
    dialogue.addUser(text, startMs);
    this.#unanswered = voiced ? { voiceEndMs: endMs, lastTextMs: changedMs, committedMs: clock.nowMs } : null;
  }

  /** Something else goes into the transcript: what the user said before it is fixed as it is known at that moment. */
  writeAll(): void {
    if (this.#unwritten) this.#write(this.#unwritten.utterance, this.#unwritten.language);
    this.#unwritten = null;
  }

  #write({ text, startMs, endMs, words }: FileUtterance, language: string | null): void {
    const { transcript, language: callLanguage } = this.#options;
    const { spoken } = callLanguage;
    this.#hasOptedOut ||= spoken.asksForOptOut(text) && !spoken.soundsLikeMenu(text);
    // An echo comes before the user's own words; and a recognizer draws a word's borders otherwise than the detector.
    const own = words
      .filter((word) => word.endMs > startMs && word.startMs < endMs)
      .map((word) => ({ ...word, startMs: Math.max(word.startMs, startMs), endMs: Math.min(word.endMs, endMs) }));
    const timed = own.length > 0 && { words: own };
    const told = language !== null && { language };
    transcript.add({ role: 'user', text, startMs, endMs, interrupted: false, ...told, ...timed });
  }
}
