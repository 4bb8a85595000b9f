/** One text in one voice. */
export interface SpeechRequest {
  synthesizer: 'espeak' | 'festival' | 'flite';
  voice: string;
  /** Of espeak-ng: 0 to 99. */
  pitch: number;
  /** Of espeak-ng: words a minute. */
  rate: number;
  /** Words as a recognizer writes them: lower case, no punctuation. */
  text: string;
}

/** What is not read as it is written: espeak-ng's phonemes, and what the others can say. */
const PRONOUNCED: Record<string, { phonemes: string; spelling: string }> = {
  'mm-hm': { phonemes: "[[m'mhVm]]", spelling: 'umhum' },
  'uh-huh': { phonemes: "[[Vh'V]]", spelling: 'uhuh' },
  mhm: { phonemes: "[[mh'Vm]]", spelling: 'mhum' },
  mm: { phonemes: "[[mm'm]]", spelling: 'umm' },
};

export const pronounced = (word: string, by: 'phonemes' | 'spelling'): string => PRONOUNCED[word]?.[by] ?? word;
