import fc from 'fast-check';
import { expect, it } from 'vitest';
import { NgramModel, SENTENCE_END } from './ngram-model.ts';
import { endsBehind } from './plausibility.ts';

const word = fc.constantFrom('yes', 'no', 'that', 'works', 'fine', 'is');
const sentence = fc.record({
  words: fc.array(word, { minLength: 1, maxLength: 6 }),
  weight: fc.double({ min: 0.05, max: 5, noNaN: true }),
  whole: fc.boolean(),
});
const whole = fc.record({ words: fc.constant<string[]>(['yes']), weight: fc.constant(1), whole: fc.constant(true) });

it('gives the words after any context a probability of one in all', () => {
  fc.assert(
    fc.property(fc.array(sentence, { maxLength: 12 }), whole, (sentences, first) => {
      const model = new NgramModel([first, ...sentences]);
      const vocabulary = [...model.contexts.get('')!.next.keys()];
      for (const context of model.contexts.keys()) {
        const sum = vocabulary.reduce((total, next) => total + model.probability(context, next), 0);
        expect(sum).toBeCloseTo(1, 5);
      }
    }),
  );
});

it('expects what it has seen, and everything else a little', () => {
  const words = 'yes that works'.split(' ');
  const model = new NgramModel([
    { words, weight: 1, whole: true },
    { words: ['no'], weight: 1, whole: true },
  ]);
  expect(model.probability('yes that', 'works')).toBeGreaterThan(0.5);
  expect(model.probability('that works', SENTENCE_END)).toBeGreaterThan(0.5);
  expect(model.probability('yes that', 'no')).toBeGreaterThan(0);
  expect(model.probability('yes that', 'no')).toBeLessThan(0.2);
});

it('knows where sentences end', () => {
  const sentences = ['my number is five', 'yes', 'yes please'].map((text) => ({
    words: text.split(' '),
    weight: 1,
    whole: true,
  }));
  const model = new NgramModel(sentences);
  expect(model.endsBehind(['my', 'number', 'is', 'five'])).toBeGreaterThan(0.5);
  expect(model.endsBehind(['my', 'number', 'is'])).toBeLessThan(0.08);
  expect(model.endsBehind(['yes'])).toBeGreaterThan(0.08);
  expect(endsBehind(['my', 'number', 'please'], model)).toBe(0);
  expect(endsBehind([], model)).toBe(0);
  expect(endsBehind(['yes', 'please'], model)).toBe(model.endsBehind(['yes', 'please']));
});
