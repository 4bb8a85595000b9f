import type { OwnPrice } from '@parley/contract';
import { expect, test } from 'vitest';
import { ownPrices, pricesOf, withoutPrice, withPrice } from './own-prices.ts';

const voice: OwnPrice = { provider: 'deepgram', name: 'aura*', unit: 'million_characters', price_micros: 30 };
const model: OwnPrice = { provider: 'openai', unit: 'million_output_tokens', price_micros: 8 };

test('a price for the same thing is replaced, however its provider is written', () => {
  const dearer = { ...voice, provider: 'Deepgram', price_micros: 40 };
  expect(withPrice([voice, model], dearer, null)).toEqual([model, dearer]);
});

test('what was changed is not there twice', () => {
  const renamed = { ...voice, name: 'aura-2*' };
  expect(withPrice([voice, model], renamed, voice)).toEqual([model, renamed]);
});

test('one is taken away, whether its name is written or left out', () => {
  expect(withoutPrice([voice, model], { ...model, name: '*' })).toEqual([voice]);
});

test('a price is found by its provider, its model, or both', () => {
  const listed = { ...voice, name: 'aura*', priced_on: '2026-11-22', source: 'default' } as const;
  const other = { ...listed, provider: 'openai', name: 'tts-1*' } as const;
  expect(['Deep', 'aura', 'deepgram/au', ''].map((of) => pricesOf([listed, other], of).length)).toEqual([1, 1, 1, 2]);
  expect(pricesOf([listed, other], 'x')).toEqual([]);
});

test('those that come with Parley are not sent back', () => {
  const listed = { ...voice, name: 'aura*', priced_on: '2026-11-22' };
  expect(
    ownPrices([
      { ...listed, source: 'account' },
      { ...listed, source: 'default' },
    ]),
  ).toEqual([listed]);
});
