import { comparableWords } from './phrase-match.ts';

export type UtteranceKind = 'greeting' | 'goodbye' | 'repeat' | 'question' | 'thanks' | 'yes' | 'no' | 'statement';

const GREETING =
  /^((oh|hello|hi|hey|yes|yeah|good morning|good afternoon|good evening|there|who is (this|there|calling)|speaking)\s*)+$/;
const GREETING_WORD = /\b(hello|hi|hey|good (morning|afternoon|evening))\b/;
const GOODBYE = /\b(goodbye|bye|good night|have a (nice|good|great) (day|evening)|talk to you later)\b/;
const REPEAT =
  /\b((say|repeat) (that|it|the question)|pardon|what did you say|(did|do|could|can) not (hear|understand)|come again)\b|^(sorry|what|excuse me)$/;
const QUESTION = /^(who|what|when|where|why|how|which|can|could|do|does|did|is|are|will|would|may)\b/;
const THANKS = /\b(thanks|thank you)\b/;
const YES = /\b(yes|yeah|yep|sure|okay|ok|right|correct|exactly|of course|certainly|absolutely)\b/;
const NO = /\b(no|nope|not|never|nothing)\b/;

/** What an utterance is for, by its words; the first that fits of a fixed order. */
export function utteranceKind(text: string): UtteranceKind {
  const words = comparableWords(text).join(' ');
  if (GOODBYE.test(words)) return 'goodbye';
  if (GREETING.test(words) && GREETING_WORD.test(words)) return 'greeting';
  if (REPEAT.test(words)) return 'repeat';
  if (QUESTION.test(words) || text.trimEnd().endsWith('?')) return 'question';
  if (/^no\b/.test(words)) return 'no';
  if (YES.test(words)) return 'yes';
  if (NO.test(words)) return 'no';
  if (THANKS.test(words)) return 'thanks';
  return 'statement';
}
