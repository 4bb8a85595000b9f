import { cachedVerdict } from '../languages/cached-verdict.ts';
import type { Writing } from '../languages/writing.ts';
import { PhraseClasses } from './phrase-classes.ts';
import { ASKED, type Asked, phrasesOf, type TurnWords } from './turn-words.ts';

/** What an answer has to hold to be one. */
export type Wanted = Asked | 'choice' | 'yes_or_no' | 'open' | 'nothing';

/** Tells what a text is about that asks for something, or announces it: "my phone number is". */
export function askedJudge(words: TurnWords, writing: Writing): (text: string) => Asked | null {
  const { space } = writing;
  const framed = (text: string): string => `${space}${writing.key(text)}${space}`;
  const phrases = ASKED.map((asked) => [asked, phrasesOf(words.asked[asked]).map(framed)] as const);
  return (text) => {
    const key = framed(text);
    const found = phrases.flatMap(([asked, list]) =>
      list.filter((phrase) => key.includes(phrase)).map((phrase) => ({ asked, length: phrase.length })),
    );
    // "Could you spell your last name?" wants letters, and "your email address" no street.
    const exact = (['spelling', 'email'] as const).find((kind) => found.some(({ asked }) => asked === kind));
    if (exact) return exact;
    // The longest phrase is the most exact one: "card number" before "number".
    return (
      found.reduce<(typeof found)[number] | null>((best, one) => (one.length > (best?.length ?? 0) ? one : best), null)
        ?.asked ?? null
    );
  };
}

/** Tells what the agent's question wants to hear. */
export function wantedJudge(words: TurnWords, writing: Writing): (question: string | null) => Wanted {
  const asked = askedJudge(words, writing);
  const { space } = writing;
  const holds = (list: string, isWithin = false): ((text: string) => boolean) => {
    const phrases = phrasesOf(list).map((phrase) => `${space}${writing.key(phrase)}${space}`);
    return (text) => {
      const key = `${space}${writing.key(text)}${space}`;
      return phrases.some((phrase) => key.includes(phrase, isWithin ? 1 : 0));
    };
  };
  const asksYesNo = new PhraseClasses({ yesNo: words.asksYesNo }, writing);
  const asksOpenly = holds(words.classes.interrogative ?? '');
  // A word between two offers begins no sentence: "czy" asks for yes or no there.
  const offersChoice = holds(words.or, true);
  const wanted = cachedVerdict((question): Wanted => {
    if (question.trim() === '') return 'nothing';
    const known = asked(question);
    if (known) return known;
    if (offersChoice(question)) return 'choice';
    if (asksYesNo.atStart(writing.units(question)).length > 0) return 'yes_or_no';
    return asksOpenly(question) ? 'open' : 'yes_or_no';
  });
  return (question) => wanted(question ?? '');
}
