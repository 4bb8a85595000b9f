import fc from 'fast-check';
import { expect, it } from 'vitest';
import { wholeFeatures, wholeUtterance } from './whole-utterance.ts';

const FULL_STOP = { over: -0.01, unmarked: -8, comma: -4 };

it.each([
  ['is expected to go on', 0.05, FULL_STOP],
  ['the model is not sure that it is all', 0.5, { ...FULL_STOP, over: -1.5 }],
  ['a comma is written behind it', 0.5, { ...FULL_STOP, comma: -0.4 }],
  ['no mark is written behind it', 0.5, { ...FULL_STOP, unmarked: -2 }],
])('an utterance is less likely to be a whole one where %s', (_, expected, ending) => {
  expect(wholeUtterance(expected, ending)).toBeLessThan(wholeUtterance(0.5, FULL_STOP));
});

it('is a probability, whatever is sure', () => {
  const share = fc.double({ max: 0, noNaN: true });
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1, noNaN: true }), share, share, share, (expected, over, unmarked, comma) => {
      const probability = wholeUtterance(expected, { over, unmarked, comma });
      expect(probability).toBeGreaterThanOrEqual(0);
      expect(probability).toBeLessThanOrEqual(1);
      for (const feature of wholeFeatures(expected, { over, unmarked, comma }))
        expect(Math.abs(feature)).toBeLessThanOrEqual(4);
    }),
  );
});
