/** Letters as tones within the telephone band, 200 mel apart. */
const LETTERS = 'abcdefgh';
const FIRST_MEL = 500;
const STEP_MEL = 200;

/** Of the filters that speech features are made with (HTK's formula, as Kaldi has it). */
export const melOf = (hz: number): number => 1127 * Math.log(1 + hz / 700);

const hzOf = (mel: number): number => 700 * (Math.exp(mel / 1127) - 1);

export const toneLetters: readonly { letter: string; hz: number }[] = [...LETTERS].map((letter, index) => ({
  letter,
  hz: hzOf(FIRST_MEL + index * STEP_MEL),
}));
