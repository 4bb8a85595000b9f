import { expect, it } from 'vitest';
import { interjection } from './interjection-choice.ts';

const heard = (text: string, logProbability: number) => ({ text, logProbability });
/** So much less likely, a token, than what was heard. */
const less = (open: { logProbability: number }, perToken: number) => ({
  logProbability: open.logProbability - 2 * perToken,
  tokens: 2,
});

it.each([
  ['surely nothing', heard('', -0.01), 'stop', 1, 'mm'],
  ['surely nothing, as the search has', heard('', -0.01), '', 0, 'mm'],
  ['nothing, in doubt, where a phrase is likely enough', heard('', -0.3), 'stop', 5, 'stop'],
  ['nothing, in doubt, and no phrase that is like it', heard('', -0.3), 'stop', 7, 'mm'],
  ['nothing, in doubt, and a listener’s phrase', heard('', -0.3), 'yeah', 3, 'mm'],
  ['a listener’s words', heard('Uh-huh', -0.4), 'wait', 4, 'mm'],
  ['a listener’s words in a row', heard('Oh, okay. Mm-hmm', -1), 'wait', 4, 'mm'],
  ['a listener’s words, in doubt', heard('Right', -1.4), 'wait', 0.2, 'wait'],
  ['a listener’s words, in doubt, and another listener’s', heard('Right', -1.4), 'sure', 0.2, 'mm'],
  ['what sounds like a listener’s phrase', heard('You have okay', -1), 'yeah okay', 2.3, 'yeah okay'],
  ['what hardly does', heard('What is that', -1), 'yeah okay', 2.5, 'What is that'],
  ['what sounds like an interrupter’s phrase', heard('Sold on', -1), 'hold on', 1.9, 'hold on'],
  ['a guess that is like no phrase', heard('But king', -3), 'got it', 3, 'got it'],
  ['words, where no phrase was found', heard('No, no', -0.4), '', 0, 'No, no'],
  ['a guess, where no phrase was found', heard('George', -2.4), '', 0, ''],
] as const)('hears %s', (_, open, phrase, perToken, said) =>
  expect(interjection(open, phrase, phrase === '' ? null : less(open, perToken))).toBe(said),
);
