import { expect, it } from 'vitest';
import { interjection } from './interjection-choice.ts';

const UNKNOWN = { phrase: '', logOdds: 0 };

/** @param open what was heard, and how likely that is; `listening`, `interrupting` the likeliest phrases */
const voiceOf = (
  open: [text: string, logProbability: number],
  listening: [text: string, logProbability: number],
  interrupting: [text: string, logProbability: number],
  found = UNKNOWN,
) => {
  const likely = ([text, logProbability]: [string, number]) => ({ text, logProbability });
  return {
    open: likely(open),
    interjections: { listening: likely(listening), interrupting: likely(interrupting) },
    found,
  };
};

it.each([
  ['what listeners say', voiceOf(['Uh-huh', -0.4], ['Uh-huh', -0.4], ['But', -6]), 'mm'],
  ['a listener’s sound that is heard as other words', voiceOf(['Baha', -2], ['Uh-huh', -2.9], ['But', -8]), 'mm'],
  [
    '"no", which the search takes for "oh"',
    voiceOf(['No', -0.1], ['Oh', -7.5], ['No', -0.1], { phrase: 'oh', logOdds: -2 }),
    'No',
  ],
  ['what people interrupt with, where nothing is heard', voiceOf(['', -2.8], ['Right', -6], ['No', -2.8]), 'No'],
  [
    'a listener, whatever the search takes that for',
    voiceOf(['Okay', -0.6], ['Okay', -0.6], ['', -10], { phrase: 'no', logOdds: 2 }),
    'mm',
  ],
  [
    'what no phrase is like',
    voiceOf(['The other one', -0.5], ['', -10], ['No', -9], { phrase: '', logOdds: 1 }),
    'The other one',
  ],
  [
    'what is as like both, as the search has it',
    voiceOf(['But, ah', -3], ['Ah', -3], ['But', -2.5], { phrase: 'uh huh', logOdds: -3 }),
    'mm',
  ],
] as const)('hears %s', (_, voice, said) => expect(interjection(voice)).toBe(said));
