/** What is not read as it is written: espeak-ng's phonemes, and what the others can say. */
const PRONOUNCED: Record<string, { phonemes: string; spelling: string }> = {
  'mm-hm': { phonemes: "[[m'mhVm]]", spelling: 'umhum' },
  'uh-huh': { phonemes: "[[Vh'V]]", spelling: 'uhuh' },
  mhm: { phonemes: "[[mh'Vm]]", spelling: 'mhum' },
  mm: { phonemes: "[[mm'm]]", spelling: 'umm' },
};

export const pronounced = (word: string, by: 'phonemes' | 'spelling'): string => PRONOUNCED[word]?.[by] ?? word;
