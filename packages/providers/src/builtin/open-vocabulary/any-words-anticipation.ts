import { FRAME_MS } from '@parley/audio';
import type { Anticipation, AnticipationRequest } from '@parley/conversation/provider';
import { readableText } from '../recognition/readable-text.ts';
import { ANY_WORDS_LANGUAGE } from './any-words-language.ts';
import { listenable } from './listenable.ts';
import type { OpenVocabulary } from './open-vocabulary.ts';
import { isBelievable } from './word-choice.ts';

/** It is asked so soon behind the voice. */
const TAIL_MS = 2 * FRAME_MS;

/** The model of any words beside another recognizer. */
export class AnyWordsAnticipation implements Anticipation {
  readonly languages = [ANY_WORDS_LANGUAGE];
  readonly #anyWords: OpenVocabulary;

  constructor(anyWords: OpenVocabulary) {
    this.#anyWords = anyWords;
  }

  async hear({ samples, told, signal }: AnticipationRequest): Promise<string | null> {
    const around = { leadMs: 0, tailMs: TAIL_MS };
    const known = told === null ? '' : readableText(told);
    const hearing = this.#anyWords.hear(listenable([samples], around), { known, isUrgent: true });
    const forget = () => hearing.forget();
    signal.addEventListener('abort', forget, { once: true });
    const heard = await hearing.transcript;
    signal.removeEventListener('abort', forget);
    forget();
    if (heard === null || !isBelievable({ ...heard, text: heard.text.slice(known.length).trim() })) return null;
    return heard.text;
  }
}
