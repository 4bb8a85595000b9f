import { beforeAll, expect, test } from 'vitest';
import { writeFor } from '../../../format/reader.ts';
import { quantityWords } from './cost-words.ts';

beforeAll(() => writeFor({ language: 'en-US', timeZone: 'UTC' }));

test.each([
  [1204, 'input_token', '1,204 tokens read'],
  [1, 'output_token', '1 token written'],
  [65_400, 'audio_ms', '1:05 of audio'],
  [8000, 'call_ms', '0:08 on the line'],
] as const)('%i of %s are %s', (quantity, unit, words) => {
  expect(quantityWords({ quantity, unit })).toBe(words);
});
