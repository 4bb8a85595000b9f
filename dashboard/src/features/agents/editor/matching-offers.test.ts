import { expect, test } from 'vitest';
import { matchingOffers } from './matching-offers.ts';

const offers = [
  { id: 'builtin/rms', name: 'Robert', about: 'A calm man, American English' },
  { id: 'elevenlabs/21m00Tcm4TlvDq8ikWAM', name: 'Rachel', about: 'en-US' },
  { id: 'deepgram/aura-2-thalia-en', name: 'Thalia', about: 'en' },
];
const ids = (typed: string, limit = 10) => matchingOffers(offers, typed, limit).map(({ id }) => id);

test('matches the identifier, the name and the description', () => {
  expect(ids('deepgram')).toEqual(['deepgram/aura-2-thalia-en']);
  expect(ids('rachel')).toEqual(['elevenlabs/21m00Tcm4TlvDq8ikWAM']);
  expect(ids('Man calm')).toEqual(['builtin/rms']);
  expect(ids('nothing')).toEqual([]);
});

test('all where nothing is typed, and where one is chosen; no more than the limit', () => {
  expect(ids('')).toHaveLength(3);
  expect(ids('builtin/rms')).toHaveLength(3);
  expect(ids('', 2)).toHaveLength(2);
});
