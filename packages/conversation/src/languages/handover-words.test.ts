import { expect, it } from 'vitest';
import { handoverAnswer, handoverWords } from './handover-words.ts';

const ways = ['en', 'de', 'es', 'fr', 'it', 'pt', 'nl', 'pl', 'ar', 'hi', 'ja', 'zh'].map(
  (tag) => [tag, handoverWords(tag)] as const,
);

it.each(ways)('%s: what one may answer is understood, and both at once is not', (_, words) => {
  for (const answer of words.accept) expect(handoverAnswer(`${answer}.`, words)).toBe(true);
  for (const answer of words.decline) expect(handoverAnswer(`${answer}!`, words)).toBe(false);
  expect(handoverAnswer(`${words.accept[0]} ${words.decline[0]}`, words)).toBeNull();
  expect(handoverAnswer('', words)).toBeNull();
});

it('looks for whole words', () => {
  const english = handoverWords('en-GB');
  expect(handoverAnswer('Yes, put them through', english)).toBe(true);
  expect(handoverAnswer('Please leave a message after the beep; nobody is available yesterday', english)).toBeNull();
});

it('asks in English where there are no words of a language', () => {
  expect(handoverWords('sw')).toBe(handoverWords('en'));
});
