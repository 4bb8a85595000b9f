import { expect, it } from 'vitest';
import { placedWords } from './espeak.ts';

it('a word begins with the first of what is said for it', () => {
  const events = [
    { position: 0, ms: 0 },
    { position: 3, ms: 300 },
    { position: 5, ms: 500 },
  ];
  expect(placedWords('at 5:30 sharp', [...events, { position: 8, ms: 700 }], 1000)).toEqual([
    { name: 'at', startMs: 0, endMs: 300 },
    { name: '5:30', startMs: 300, endMs: 700 },
    { name: 'sharp', startMs: 700, endMs: 1000 },
  ]);
});

it('short words that are one event share its time, and a dash is no word', () => {
  const events = [
    { position: 0, ms: 0 },
    { position: 11, ms: 600 },
  ];
  expect(placedWords('it is a – plan', events, 900)).toEqual([
    { name: 'it', startMs: 0, endMs: 200 },
    { name: 'is', startMs: 200, endMs: 400 },
    { name: 'a', startMs: 400, endMs: 600 },
    { name: 'plan', startMs: 600, endMs: 900 },
  ]);
});
