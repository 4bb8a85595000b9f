import { PhraseSet } from '../languages/phrase-set.ts';
import type { Writing } from '../languages/writing.ts';
import { askedJudge, type Wanted, wantedJudge } from './asked.ts';
import type { Dictation } from './dictation.ts';
import { PhraseClasses } from './phrase-classes.ts';
import type { Said } from './said.ts';
import { phrasesOf, type TurnWords } from './turn-words.ts';

/** "name@example.com", or what stands for it before the domain is said. */
const ADDRESS = /@[\p{L}\p{N}.-]+\.\p{L}{2,}[.。]?\s*$/u;
const TOP_LEVEL = new Set(
  'com,net,org,edu,gov,info,io,co,de,at,ch,fr,es,it,pt,br,nl,be,pl,in,jp,cn,tw,eu,uk,mx,ar,sa,ae'.split(','),
);

export interface Answer {
  /** What the agent's question wants. */
  readonly wanted: Wanted;
  /** That, or what the caller announces: "my number is". */
  readonly about: Wanted;
  /** Four digits are all that is wanted, or announced. */
  readonly isOfFour: boolean;
  /** It says yes or no, and nothing else. */
  readonly isYesNo: boolean;
  readonly features: readonly string[];
}

/** Reads what a text is about, and whether it holds what the agent asked for. */
export function answerReader(
  words: TurnWords,
  writing: Writing,
): (text: string, said: Said, dictation: Dictation, question: string | null) => Answer {
  const wantedBy = wantedJudge(words, writing);
  const announced = askedJudge(words, writing);
  const yesNo = new PhraseClasses({ yes: words.yesNo }, writing);
  const auxiliaries = new PhraseClasses({ auxiliary: words.classes.auxiliary ?? '' }, writing);
  const onlyYesNo = new PhraseSet(phrasesOf(words.yesNo), writing);
  const times = new PhraseClasses({ time: words.classes.time ?? '', unit: words.classes.unit ?? '' }, writing);
  const fours = phrasesOf(words.fourDigits ?? '').map(
    (phrase) => `${writing.space}${writing.key(phrase)}${writing.space}`,
  );
  const holdsFour = (text: string | null): boolean => {
    const key = `${writing.space}${writing.key(text ?? '')}${writing.space}`;
    return fours.some((phrase) => key.includes(phrase));
  };
  const spoken = (list: string): Set<string> => new Set(phrasesOf(list).map((phrase) => writing.key(phrase)));
  const [at, dot] = [spoken(words.at), spoken(words.dot)];

  const holdsTime = ({ units }: Said): boolean => units.some((_, from) => times.atStart(units.slice(from)).length > 0);

  const mail = (text: string, { units }: Said): string => {
    if (ADDRESS.test(text)) return 'mail:whole';
    const key = units.at(-2) ?? '';
    if (TOP_LEVEL.has(units.at(-1) ?? '') && dot.has(key)) return 'mail:whole';
    return units.some((unit) => at.has(unit)) || text.includes('@') ? 'mail:domain' : 'mail:name';
  };

  return (text, said, dictation, question) => {
    const wanted = wantedBy(question);
    const isGeneral = wanted === 'nothing' || wanted === 'open' || wanted === 'yes_or_no' || wanted === 'choice';
    const about = (isGeneral ? announced(text) : wanted) ?? 'nothing';
    const { units } = said;
    const length = units.length / (writing.space === '' ? 2 : 1);
    const size = length <= 1 ? 1 : length <= 2 ? 2 : length <= 4 ? 4 : length <= 8 ? 8 : 9;
    const answered = yesNo.atStart(units).length;
    // "I am" answers, "I am calling" does not.
    const goesOn = answered > 0 && answered < units.length && auxiliaries.atStart(units).length >= answered;
    const saysYesNo = answered > 0 && !goesOn;
    const holds = dictation.length > 0 || holdsTime(said);
    // Digits, and what is neither yes nor no, answer no such question: the caller speaks of something else.
    const isElsewhere = isGeneral && (dictation.length > 0 || (wanted === 'yes_or_no' && !saysYesNo && size > 2));
    const features = [
      `about:${about}`,
      `wanted:${isElsewhere ? 'nothing' : wanted}/${size}`,
      ...(saysYesNo ? [`yes:${size}`] : []),
      ...(wanted === 'when' || wanted === 'birth' || wanted === 'amount'
        ? [`${wanted}:${holds ? 'holds' : 'lacks'}`]
        : []),
      ...(wanted === 'choice' && isEcho(units.at(-1), question, writing) ? ['echoes'] : []),
      ...(about === 'email' || text.includes('@') ? [mail(text, said)] : []),
      ...domain(said, about),
    ];
    const isOfFour = about === 'code' && fours.length > 0 && (holdsFour(text) || holdsFour(question));
    return { wanted, about, isOfFour, isYesNo: saysYesNo && onlyYesNo.covers(text), features };
  };

  function domain({ units }: Said, about: Wanted): string[] {
    const last = units.at(-1) ?? '';
    if (about !== 'email') return [];
    return dot.has(last) || at.has(last) ? ['mail:joint'] : [];
  }
}

/** Whether the last word is one of those that were offered. */
function isEcho(last: string | undefined, question: string | null, writing: Writing): boolean {
  return last !== undefined && question !== null && writing.units(question).includes(last);
}
