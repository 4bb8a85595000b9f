import { cachedVerdict } from './cached-verdict.ts';
import type { LanguagePack, PhrasePattern } from './language-pack.ts';
import type { Writing } from './writing.ts';

/** Who has answered, as far as the words tell. */
export interface AnswerPhrases {
  /** Whether a text, finished or not, can only be an answering machine's. */
  soundsLikeVoicemail(text: string): boolean;
  /** Whether a text that is the whole of a greeting is an answering machine's. */
  soundsLikeMachineGreeting(text: string): boolean;
  /** Whether a text is a voice menu that wants keys pressed. */
  soundsLikeMenu(text: string): boolean;
  /** Whether a text is the beginning of what a company's telephone says, and wants no answer yet. */
  soundsLikeReception(text: string): boolean;
  /** Whether a text asks for patience and for nothing else. */
  soundsLikeAnnouncement(text: string): boolean;
  /** Whether a text wants an answer, as no machine's greeting does. */
  soundsLikePerson(text: string): boolean;
  /** Whether a telephone asks who is calling, before its owner answers. */
  soundsLikeScreening(text: string): boolean;
}

type PatternField = 'machine' | 'machineGreeting' | 'menu' | 'reception' | 'hold' | 'screening' | 'person';

/** @param packs whose phrases count: machines speak another language than their owners now and then */
export function answerPhrases(packs: readonly LanguagePack[], writing: Writing): AnswerPhrases {
  const judge = (field: PatternField) => {
    const patterns = packs.flatMap((pack): readonly PhrasePattern[] => pack[field]);
    const matches = writing.matcher(patterns);
    return cachedVerdict((text: string) => matches(writing.key(text)));
  };
  const isMenu = judge('menu');
  const isReception = judge('reception');
  const isHold = judge('hold');
  const isScreening = judge('screening');
  const isPerson = judge('person');
  const isMachine = judge('machine');
  const isMachineGreeting = judge('machineGreeting');
  const wantsAnswer = (text: string): boolean => isPerson(text) || isScreening(text);
  const soundsLikeVoicemail = (text: string): boolean => isMachine(text) && !isScreening(text);
  return {
    soundsLikeVoicemail,
    soundsLikeMachineGreeting: (text) =>
      soundsLikeVoicemail(text) || (isMachineGreeting(text) && !wantsAnswer(text) && !isMenu(text)),
    soundsLikeMenu: isMenu,
    soundsLikeReception: (text) => isReception(text) && !wantsAnswer(text),
    soundsLikeAnnouncement: (text) => isHold(text) && !wantsAnswer(text),
    soundsLikePerson: wantsAnswer,
    soundsLikeScreening: isScreening,
  };
}
