import { RE2JS } from 're2js';

/** Instructions of the automaton. `^\+[1-9]\d{6,14}$` has 28; each may cost a step for each character. */
const MOST_INSTRUCTIONS = 500;

/** A regular expression whose search takes time in proportion to the text, whatever it says: that of RE2. */
export interface LinearPattern {
  /** At most so many steps for each character of a text. */
  readonly instructions: number;
  /** Whether it fits anywhere in the text. */
  test(text: string): boolean;
}

/** @throws Error in words, for what RE2 does not know and for what is too large */
export function linearPattern(pattern: string): LinearPattern {
  const compiled = compile(pattern);
  const instructions = compiled.programSize();
  if (instructions > MOST_INSTRUCTIONS) throw new Error('is too large: write it with smaller repetitions');
  return { instructions, test: (text) => compiled.test(text) };
}

function compile(pattern: string): RE2JS {
  try {
    return RE2JS.compile(RE2JS.translateRegExp(pattern));
  } catch (error) {
    const why = (error as Error).message.replace(/^error parsing regexp: /, '');
    throw new Error(`is no regular expression of RE2, which has no lookarounds and backreferences: ${why}`);
  }
}
