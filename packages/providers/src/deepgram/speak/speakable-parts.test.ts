import { expect, it } from 'vitest';
import { speakableParts } from './speakable-parts.ts';

it('leaves a clause as it is', () => {
  expect(speakableParts('Good morning.')).toEqual(['Good morning.']);
});

it.each([
  { name: 'between words', text: 'word '.repeat(1000) },
  { name: 'where there are none', text: 'x'.repeat(4500) },
  { name: 'never within a character', text: `x${'🙂'.repeat(3000)}` },
])('cuts $name', ({ text }) => {
  const parts = speakableParts(text);
  expect(parts.join('')).toBe(text);
  for (const part of parts) {
    expect(part.length).toBeLessThanOrEqual(2000);
    expect(part.isWellFormed()).toBe(true);
  }
});
