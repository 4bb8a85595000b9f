/** What is not read as it is written: espeak-ng's phonemes, and what the others can say. */
const PRONOUNCED: Record<string, { phonemes: string; spelling: string }> = {
  'mm-hm': { phonemes: "[[m'mhVm]]", spelling: 'umhum' },
  'uh-huh': { phonemes: "[[Vh'V]]", spelling: 'uhuh' },
  mhm: { phonemes: "[[mh'Vm]]", spelling: 'mhum' },
  mm: { phonemes: "[[mm'm]]", spelling: 'umm' },
};

export const pronounced = (word: string, by: 'phonemes' | 'spelling'): string => PRONOUNCED[word]?.[by] ?? word;

/** Of a word that no synthesizer reads: "電話|でんわ". */
const READING = '|';

/** How it is written: what a recognizer makes of it. */
export const writtenOf = (text: string): string =>
  text
    .split(' ')
    .map((word) => word.split(READING)[0]!)
    .join(' ');

/** How it is read to a synthesizer; the word itself where that is the same. */
export const readingOf = (word: string): string => word.split(READING).at(-1)!;
