import { trainingTexts } from '@parley/conversation/testing';
import { expect, it } from 'vitest';
import { OTHER_LANGUAGES } from '../stimuli/language-phrases.ts';
import { likenessTo, sentencesIn, sentencesOf } from './likeness.ts';

it('finds a sentence of the tuning set, and one that is nearly the same', () => {
  const isLike = likenessTo(sentencesOf('tuning'));
  expect(isLike('Do you have anything on Friday?')).toBe(true);
  expect(isLike('well I would like to make an appointment please if I can')).toBe(true);
  expect(isLike('I would like to make a complaint')).toBe(false);
  expect(isLike('yes please')).toBe(false);
});

it('nothing is learned from a sentence that is measured with', () => {
  const { learned } = trainingTexts('en');
  const isLike = likenessTo((['tuning', 'strangers', 'newcomers', 'measured', 'unseen'] as const).flatMap(sentencesOf));
  expect(learned.size).toBeGreaterThan(1000);
  // A count alone: the failure must not show a sentence of the unseen part.
  expect([...learned].filter(isLike).length).toBe(0);
});

it.each(OTHER_LANGUAGES)('nor in %s', (language) => {
  const { learned } = trainingTexts(language);
  expect(learned.size).toBeGreaterThan(1000);
  expect([...learned].filter(likenessTo(sentencesIn(language))).length).toBe(0);
});

it('finds a sentence of a language without spaces', () => {
  const isLike = likenessTo(sentencesIn('zh'));
  expect(isLike('我没有订这个。')).toBe(true);
  expect(isLike('我订了这个')).toBe(false);
});

it('the strangers say nothing that is measured with', () => {
  const isLike = likenessTo([...sentencesOf('measured'), ...sentencesOf('unseen')]);
  expect(sentencesOf('strangers').filter(isLike).length).toBe(0);
});
