import { expect, it } from 'vitest';
import { phoneLoop, phraseGrammar } from './phrase-grammar.ts';
import { Pronunciations } from './pronunciations.ts';

const pronunciations = new Pronunciations('hold HH OW L D\non AA N\non(2) AO N\nwait W EY T\n', () => []);

it('holds phrases word for word, with further ways to say them, and leaves out what cannot be said', () => {
  const { dictionary, fsg } = phraseGrammar(['hold on', 'wait', 'hold xq'], pronunciations, {
    wait: ['W EH T', 'W EY T'],
  });
  expect(dictionary.trim().split('\n')).toEqual([
    'hold HH OW L D',
    'on AA N',
    'on(2) AO N',
    'wait W EY T',
    'wait(2) W EH T',
  ]);
  const transitions = fsg.split('\n').filter((line) => line.startsWith('TRANSITION'));
  expect(transitions.map((line) => line.replace(/ \d\.\d+e[+-]\d+/, ''))).toEqual([
    'TRANSITION 1 0',
    'TRANSITION 0 2 hold',
    'TRANSITION 2 1 on',
    'TRANSITION 0 1 wait',
  ]);
  expect(fsg).toContain('NUM_STATES 3');
});

it('can hold all phones in any order', () => {
  const { dictionary, fsg } = phoneLoop();
  expect(dictionary.trim().split('\n')).toHaveLength(39);
  expect(fsg.split('\n').filter((line) => line.startsWith('TRANSITION 0 1 '))).toHaveLength(39);
});
