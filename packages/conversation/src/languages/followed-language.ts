import type { ConversationAgent } from '../conversation-agent.ts';
import type { ConversationEvent } from '../conversation-event.ts';
import type { Dialogue } from '../record/dialogue.ts';
import type { CallLanguage } from './call-language.ts';
import { languageName } from './language-name.ts';
import { type HeardLanguage, LanguageWatch } from './language-watch.ts';

export interface FollowedLanguageOptions {
  agent: ConversationAgent;
  language: CallLanguage;
  dialogue: Dialogue;
  /** Lets a voice speak that has the language. False: there is none, and nothing changes. */
  prefer: (tag: string) => boolean;
  /** The call goes on in another language. `note`: what the model has to know of it. */
  onChange: (note: string) => void;
  onEvent: (event: ConversationEvent) => void;
  onWarning: (code: string, message: string) => void;
}

/** The language of a call, which follows the caller's where the agent does. */
export class FollowedLanguage {
  readonly #options: FollowedLanguageOptions;
  readonly #watch = new LanguageWatch();

  constructor(options: FollowedLanguageOptions) {
    this.#options = options;
  }

  /** The caller is heard to speak this from the next final on; BCP 47. */
  noteLanguage(tag: string): void {
    this.#watch.noteLanguage(tag);
  }

  noteFinal(text: string): void {
    this.#watch.noteFinal(text);
  }

  /** What a turn of the caller that is over was spoken in, and what the call should go on in. */
  judge(text: string): HeardLanguage {
    return this.#watch.judge(text, this.#options.language.tag);
  }

  /** The call goes on in this language, where the agent follows. @param turnMs when the turn began that was spoken in it */
  follow(tag: string, turnMs: number): void {
    const { agent, language, dialogue, prefer, onChange, onEvent, onWarning } = this.#options;
    if (!agent.followsLanguage) return;
    const name = languageName(tag);
    if (!prefer(tag)) {
      onWarning('language_not_spoken', `The caller spoke ${name}, which none of the agent's voices has.`);
      return;
    }
    language.change(tag);
    const note = `The caller now speaks ${name}. Answer in ${name} from here on.`;
    // The model has to know before it reads the turn.
    dialogue.addNote(note, turnMs - 1);
    onChange(note);
    onEvent({ type: 'language_changed', language: language.tag });
  }
}
