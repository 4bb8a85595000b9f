import fc from 'fast-check';
import { expect, it } from 'vitest';
import { NgramModel } from '../recognition/ngram-model.ts';
import { endFeatures } from '../recognition/utterance-end.ts';
import type { Transcript } from './moonshine.ts';
import { wholeFeatures, wholeUtterance } from './whole-utterance.ts';

const sentences = ['i need a table for two', 'where is the station'];
const model = new NgramModel(sentences.map((text) => ({ words: text.split(' '), weight: 1, whole: true })));
/** @param endCost as a difference of log likelihoods */
const searched = (endCost: number, text = 'where is the station'): number[] =>
  endFeatures({ words: text.split(' '), score: -5000, endScore: -5000 - endCost, soundMs: 2000 }, model);

const FULL_STOP = { over: -0.01, unmarked: -8, comma: -4 };
const SURE: Transcript = { text: 'Where is the station', logProbability: -0.8, ending: FULL_STOP };

it.each([
  ['is expected to go on', searched(400), SURE],
  ['the model is not sure that it is all', searched(40), { ...SURE, ending: { ...FULL_STOP, over: -1.5 } }],
  ['a comma is written behind it', searched(40), { ...SURE, ending: { ...FULL_STOP, comma: -0.4 } }],
  ['no mark is written behind it', searched(40), { ...SURE, ending: { ...FULL_STOP, unmarked: -2 } }],
])('an utterance is less likely to be a whole one where %s', (_, features, open) => {
  expect(wholeUtterance(features, open)).toBeLessThan(wholeUtterance(searched(40), SURE));
});

it('is a probability, whatever is sure', () => {
  const share = fc.oneof(fc.double({ max: 0, noNaN: true }), fc.constant(Number.NEGATIVE_INFINITY));
  fc.assert(
    fc.property(
      fc.double({ min: 0, max: 1e6, noNaN: true }),
      fc.record({
        text: fc.constantFrom('', 'Where', 'Where is the station'),
        logProbability: share,
        ending: fc.record({ over: share, unmarked: share, comma: share }),
      }),
      (endCost, open) => {
        const probability = wholeUtterance(searched(endCost), open);
        expect(probability).toBeGreaterThanOrEqual(0);
        expect(probability).toBeLessThanOrEqual(1);
        for (const feature of wholeFeatures(searched(endCost), open)) expect(Math.abs(feature)).toBeLessThanOrEqual(15);
      },
    ),
  );
});
