import { expect, it } from 'vitest';
import { english, phraseSet } from '../testing/english.ts';
import { cachedVerdict } from './cached-verdict.ts';

it('judges a text once, while it is among the latest', () => {
  const judged: string[] = [];
  const isLong = cachedVerdict((text) => {
    judged.push(text);
    return text.length > 3;
  });
  for (let tick = 0; tick < 100; tick += 1) expect([isLong('yes'), isLong('please')]).toEqual([false, true]);
  expect(judged).toEqual(['yes', 'please']);
  for (let count = 0; count < 1000; count += 1) isLong(String(count));
  isLong('yes');
  expect(judged.filter((text) => text === 'yes')).toHaveLength(2);
  isLong('yes');
  expect(judged.filter((text) => text === 'yes')).toHaveLength(2);
});

it('keeps what a set of phrases says of whole texts and of beginnings apart', () => {
  const set = phraseSet(english.pack.backchannels);
  for (let tick = 0; tick < 3; tick += 1) expect([set.covers('I'), set.mayCover('I')]).toEqual([false, true]);
});
