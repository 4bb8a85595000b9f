import type { LanguagePack } from '../../languages/language-pack.ts';
import { PhraseSet } from '../../languages/phrase-set.ts';
import type { Writing } from '../../languages/writing.ts';
import { wantedJudge } from '../asked.ts';
import { dictationReader } from '../dictation.ts';
import { phrasesOf, type TurnWords } from '../turn-words.ts';
import { type CorpusTurn, hashOf } from './corpus.ts';

/** Numbers that are made up, of each kind. */
const NUMBERS = 24;
/** Question, and turns that come with nothing asked. */
const QUESTIONS_TRIED = 3;

/**
 * Turns made of what the language pack knows: its acknowledgements as answers, its open words behind beginnings of the
 * corpus, and dictated numbers. They are only learned from, beside turns that are learned from.
 */
export function derivedTurns(
  turns: readonly CorpusTurn[],
  pack: LanguagePack,
  words: TurnWords,
  writing: Writing,
): CorpusTurn[] {
  const learned = turns.filter(({ isHeldOut }) => !isHeldOut);
  const wanted = wantedJudge(words, writing);
  const questions = (kind: string): string[] => [
    ...new Set(learned.flatMap(({ question }) => (question !== null && wanted(question) === kind ? [question] : []))),
  ];
  const base = { tag: learned[0]!.tag, isHeldOut: false, domain: '', origin: 'derived' as const };
  const turn = (question: string | null, pieces: string[], pauses: CorpusTurn['pauses']): CorpusTurn => ({
    ...base,
    question,
    pieces,
    pauses,
  });
  return [
    ...acknowledged(pack, words, writing, questions('yes_or_no')).map((made) => turn(...made)),
    ...opened(learned, pack, writing).map((made) => turn(...made)),
    ...dictatedNumbers(learned, pack, words, writing, questions).map((made) => turn(...made)),
  ];
}

type Made = [question: string | null, pieces: string[], pauses: CorpusTurn['pauses']];

/** A lone "yes" to no question may go on; to a question, it is the answer; before a comma it goes on. */
function acknowledged(pack: LanguagePack, words: TurnWords, writing: Writing, questions: string[]): Made[] {
  const fillers = new PhraseSet(phrasesOf(words.classes.filler ?? ''), writing);
  const comma = writing.space === '' ? '、' : ',';
  const yesNo = [...phrasesOf(words.yesNo), ...pack.completeAnswers].filter((phrase) => !fillers.covers(phrase));
  const made: Made[] = yesNo.flatMap((phrase): Made[] => [
    ...questions.slice(0, QUESTIONS_TRIED).map((question): Made => [question, [phrase], []]),
    [null, [phrase, ''], ['maybe']],
    [null, [`${phrase}${comma}`, ''], ['open']],
  ]);
  const answers = new PhraseSet(phrasesOf(words.yesNo), writing);
  const courtesies = [...pack.greetings, ...pack.farewells].filter((phrase) => !answers.covers(phrase));
  return [...made, ...courtesies.map((phrase): Made => [null, [phrase], []])];
}

/** Words that no sentence ends with, behind the beginning of some sentence. */
function opened(learned: readonly CorpusTurn[], pack: LanguagePack, writing: Writing): Made[] {
  return pack.unfinishedWords.map((word): Made => {
    const { pieces } = learned[hashOf(word) % learned.length]!;
    return [null, [`${pieces[0]!.replace(/\p{P}+$/u, '')}${writing.space}${word}`, ''], ['open']];
  });
}

/** Telephone numbers and others, in groups, as an answer and behind what announces them. */
function dictatedNumbers(
  learned: readonly CorpusTurn[],
  pack: LanguagePack,
  words: TurnWords,
  writing: Writing,
  questions: (kind: string) => string[],
): Made[] {
  const read = dictationReader(pack, words, writing);
  const announcements = learned
    .filter(({ pieces, pauses }) => pieces.length > 1 && pauses[0] === 'open' && isAnnouncement(pieces))
    .map(({ pieces }) => pieces[0]!);
  function isAnnouncement(pieces: readonly string[]): boolean {
    const isRun = (piece: string): boolean => read(writing.units(piece)).length === writing.units(piece).length;
    return !isRun(pieces[0]!) && pieces.slice(1).every(isRun);
  }
  const digitWords = phrasesOf(words.digits);
  const made: Made[] = [];
  for (let at = 0; at < NUMBERS; at += 1) {
    const asWords = at % 2 === 0;
    for (const [kind, length] of [
      ['phone', words.localDigits !== null && at % 6 === 5 ? words.localDigits : pack.telephoneDigits],
      ['card', 16],
      ['code', 6 + (at % 4)],
      ['postcode', words.postcodeDigits],
    ] as const) {
      const asked = questions(kind);
      const groups = groupsOf(`${kind} ${at}`, length).map((group) =>
        asWords
          ? [...group].map((digit) => digitWords[hashOf(digit + kind + at) % digitWords.length]!).join(writing.space)
          : group,
      );
      // Half of the telephone numbers come unasked.
      const isUnasked = kind === 'phone' && at % 4 < 2;
      const question = asked.length === 0 || isUnasked ? null : asked[at % asked.length]!;
      const announced = kind === 'phone' && at % 3 === 0 ? announcements[at % Math.max(1, announcements.length)] : null;
      if (question === null && !announced && !isUnasked) continue;
      const pieces = announced ? [announced, ...groups] : groups;
      made.push([question, pieces, pieces.slice(1).map(() => 'open')]);
    }
  }
  return made;
}

/** Digits that a text decides, in groups of two to four. */
function groupsOf(seed: string, length: number): string[] {
  const groups: string[] = [];
  for (let left = length, at = 0; left > 0; at += 1) {
    const size = Math.min(left, 2 + (hashOf(`${seed} ${at}`) % 3));
    groups.push(
      String(hashOf(`${seed} digits ${at}`))
        .padStart(size, '7')
        .slice(-size),
    );
    left -= size;
  }
  return groups;
}
