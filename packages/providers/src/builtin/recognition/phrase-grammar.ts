import type { SearchGrammar } from './grammar.ts';
import type { Pronunciations } from './pronunciations.ts';
import { wordsOf } from './sentences.ts';

/** Of another phrase behind one, in the same breath. */
const AGAIN = 0.05;
/** The phrases are compared by how well each explains the audio: the right one must not be pruned on the way. */
const WIDE = { beam: 1e-60, pbeam: 1e-60, wbeam: 1e-50 };
const START = 0;
const END = 1;

/** Phones of the acoustic model. */
const PHONES = [
  ...[
    'AA',
    'AE',
    'AH',
    'AO',
    'AW',
    'AY',
    'B',
    'CH',
    'D',
    'DH',
    'EH',
    'ER',
    'EY',
    'F',
    'G',
    'HH',
    'IH',
    'IY',
    'JH',
    'K',
  ],
  ...['L', 'M', 'N', 'NG', 'OW', 'OY', 'P', 'R', 'S', 'SH', 'T', 'TH', 'UH', 'UW', 'V', 'W', 'Y', 'Z', 'ZH'],
];

type Transition = readonly [from: number, to: number, probability: number, word?: string];

function fsgOf(states: number, transitions: readonly Transition[]): string {
  const lines = transitions.map(
    ([from, to, probability, word]) =>
      `TRANSITION ${from} ${to} ${probability.toExponential(4)}${word === undefined ? '' : ` ${word}`}`,
  );
  const head = ['FSG_BEGIN phrases', `NUM_STATES ${states}`, `START_STATE ${START}`, `FINAL_STATE ${END}`];
  return [...head, ...lines, 'FSG_END', ''].join('\n');
}

/** These phrases, word for word, one or several: other than an n-gram model's, their words do not mix. */
export function phraseGrammar(
  phrases: readonly string[],
  pronunciations: Pronunciations,
  further: Readonly<Record<string, readonly string[]>>,
): SearchGrammar {
  const sentences = phrases.map(wordsOf);
  const known = pronunciations.of(new Set(sentences.flat()));
  const transitions: Transition[] = [[END, START, AGAIN]];
  let states = 2;
  for (const words of sentences.filter((all) => all.every((word) => known.has(word)))) {
    let from = START;
    for (const [index, word] of words.entries()) {
      const to = index === words.length - 1 ? END : states++;
      transitions.push([from, to, index === 0 ? 1 / sentences.length : 1, word]);
      from = to;
    }
  }
  const dictionary = [...known].flatMap(([word, variants]) =>
    [...new Set([...variants, ...(further[word] ?? [])])].map(
      (phones, index) => `${index === 0 ? word : `${word}(${index + 1})`} ${phones}\n`,
    ),
  );
  return { dictionary: dictionary.join(''), fsg: fsgOf(states, transitions), width: WIDE };
}

/** Any phones in any order: how well a sound can be explained at all. */
export function phoneLoop(): SearchGrammar {
  const transitions: Transition[] = PHONES.map((phone) => [START, END, 1 / PHONES.length, wordOf(phone)]);
  return {
    dictionary: PHONES.map((phone) => `${wordOf(phone)} ${phone}\n`).join(''),
    fsg: fsgOf(2, [[END, START, 1], ...transitions]),
    width: { ...WIDE, wip: 1 },
  };
}

const wordOf = (phone: string): string => `phone-${phone.toLowerCase()}`;
