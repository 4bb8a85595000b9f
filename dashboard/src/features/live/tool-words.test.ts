import type { TranscriptTurn } from '@parley/contract';
import { expect, test } from 'vitest';
import { toolWords } from './tool-words.ts';

test.each([
  ['end_call', 'The agent ends the call'],
  ['take_over', 'A colleague talked, and gave back'],
  ['book_table', 'book_table was used'],
])('%s: %s', (name, words) => {
  expect(toolWords({ role: 'tool', tool: { name } } as TranscriptTurn)).toBe(words);
});
