import { MOST_DOCUMENT_BYTES } from '@parley/contract';
import { expect, test } from 'vitest';
import { acceptedFile, formatBytes } from './accepted-file.ts';

test.each([
  ['Prices 2026.PDF', 'application/pdf'],
  ['faq.md', 'text/markdown'],
  ['notes.v2.txt', 'text/plain'],
  ['index.htm', 'text/html'],
])('%s is %s', (name, type) => expect(acceptedFile({ name, size: 10 })).toEqual({ type }));

test.each([
  ['letter.docx', 10, /not supported/],
  ['README', 10, /not supported/],
  ['empty.txt', 0, /empty/],
  ['big.pdf', MOST_DOCUMENT_BYTES + 1, /too big: 16 MB, and 16 MB at most/],
])('%s of %i bytes is not taken', (name, size, problem) => {
  expect(acceptedFile({ name, size })).toEqual({ problem: expect.stringMatching(problem) });
});

test.each([
  [999, '999 bytes'],
  [1000, '1 KB'],
  [480_000, '469 KB'],
  [3_565_158, '3.4 MB'],
])('%i is read as %s', (bytes, words) => expect(formatBytes(bytes)).toBe(words));
