import type { TranscriptTurn } from '@parley/contract';
import { expect, test } from 'vitest';
import { argumentWords, resultText, toolTurnWords, toolWords } from './tool-words.ts';

test.each([
  ['end_call', 'The agent ends the call'],
  ['take_over', 'A colleague talked, then gave the call back'],
  ['book_table', 'book_table was used'],
])('%s: %s', (name, words) => {
  expect(toolTurnWords({ role: 'tool', tool: { name } } as TranscriptTurn)).toBe(words);
});

test.each([
  ['find_order', 'find_order failed'],
  ['transfer_call', 'The call could not be transferred'],
])('%s that failed: %s', (name, words) => {
  expect(toolWords({ name, error: true })).toBe(words);
});

test('arguments and results as people read them', () => {
  expect(['0017', 4, true, ['a'], null].map(argumentWords)).toEqual(['0017', '4', 'yes', '["a"]', 'null']);
  expect(resultText('{"a":1}')).toBe('{\n  "a": 1\n}');
  expect(resultText('12')).toBe('12');
  expect(resultText('Not {JSON')).toBe('Not {JSON');
});
