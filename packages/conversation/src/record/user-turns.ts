import type { Recognition } from '../hearing/recognition.ts';
import type { Utterance } from '../hearing/utterance.ts';
import type { MediaClock } from '../media-clock.ts';
import type { AnsweredTurn } from '../speaking/latency-meter.ts';
import type { CloseUtterance, TurnState } from '../turns/turn-state.ts';
import { closeUtterance } from '../turns/turn-step.ts';
import type { Dialogue } from './dialogue.ts';
import type { Transcript } from './transcript.ts';

export interface UserTurnsOptions {
  recognition: Recognition;
  transcript: Transcript;
  dialogue: Dialogue;
  clock: MediaClock;
  /** The words of a greeting that was answered before they were known. */
  onGreeting: (text: string) => void;
}

/** Files what the user has said: in the transcript, for the model, or nowhere. */
export class UserTurns {
  readonly #options: UserTurnsOptions;
  /** Media time of the last change of what the user is heard to say. */
  #lastTextMs = 0;
  #unanswered: AnsweredTurn | null = null;

  constructor(options: UserTurnsOptions) {
    this.#options = options;
  }

  noteText(): void {
    this.#lastTextMs = this.#options.clock.nowMs;
  }

  /** Ends the open utterance; what is heard from now on is another one. */
  close(closed: CloseUtterance): void {
    const { recognition, dialogue, clock } = this.#options;
    if (closed.as === 'greeting') {
      recognition.cut((utterance) => this.#fileGreeting(closed, utterance));
      return;
    }
    const utterance = recognition.cut(() => undefined);
    if (closed.as === 'noise') return;
    this.#file(closed, closed.text, utterance);
    if (closed.as === 'aside') return;
    dialogue.addUser(closed.text, closed.startMs);
    this.#unanswered = closed.voiced
      ? { voiceEndMs: closed.endMs, lastTextMs: this.#lastTextMs, committedMs: clock.nowMs }
      : null;
  }

  /** The turn whose answer is to be timed; once, and null when there is none with a voice. */
  takeUnanswered(): AnsweredTurn | null {
    const unanswered = this.#unanswered;
    this.#unanswered = null;
    return unanswered;
  }

  /** The user was still speaking, or had just spoken, when the call ended. Resolves when the final text has come. */
  async fileLastWords(state: TurnState): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#options.recognition.cut((utterance) => {
      const closed = closeUtterance({ ...state, utterance: { ...state.utterance, text: utterance.text } }, 'aside');
      if (closed.text !== '') this.#file(closed, closed.text, utterance);
      resolve();
    });
    await promise;
  }

  #fileGreeting(closed: CloseUtterance, utterance: Utterance): void {
    if (utterance.text === '') return;
    this.#options.dialogue.addUser(utterance.text, closed.startMs);
    this.#file(closed, utterance.text, utterance);
    this.#options.onGreeting(utterance.text);
  }

  #file({ startMs, endMs }: CloseUtterance, text: string, { words }: Utterance): void {
    const timed = words.length > 0 && { words };
    this.#options.transcript.add({ role: 'user', text, startMs, endMs, interrupted: false, ...timed });
  }
}
