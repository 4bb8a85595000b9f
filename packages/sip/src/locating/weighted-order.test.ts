import fc from 'fast-check';
import { expect, it } from 'vitest';
import { seededRandom } from '../testing/seeded-random.ts';
import { weightedOrder } from './weighted-order.ts';

const records = fc.array(fc.record({ priority: fc.nat(3), weight: fc.nat(65_535), id: fc.nat() }), { maxLength: 12 });

it('every record is there once, and none before one of a lesser priority', () => {
  fc.assert(
    fc.property(records, fc.nat(), (given, seed) => {
      const order = weightedOrder(given, seededRandom(seed));
      expect(new Set(order)).toEqual(new Set(given));
      expect(order.length).toBe(given.length);
      const priorities = order.map(({ priority }) => priority);
      expect(priorities).toEqual([...priorities].sort((a, b) => a - b));
    }),
  );
});

it('the first is one in proportion to its weight', () => {
  const random = seededRandom(3263);
  const firsts = { heavy: 0, light: 0, none: 0 };
  const given = [
    { priority: 1, weight: 0, id: 'none' },
    { priority: 1, weight: 25, id: 'light' },
    { priority: 1, weight: 75, id: 'heavy' },
  ] as const;
  for (let i = 0; i < 10_000; i += 1) firsts[weightedOrder(given, random)[0]!.id] += 1;
  expect(firsts.heavy / 10_000).toBeCloseTo(0.74, 1);
  expect(firsts.light / 10_000).toBeCloseTo(0.25, 1);
  expect(firsts.none).toBeGreaterThan(0);
  expect(firsts.none).toBeLessThan(300);
});

it('those without weight go round', () => {
  const given = [1, 2, 3].map((id) => ({ priority: 1, weight: 0, id }));
  expect(weightedOrder(given, () => 0.99).map(({ id }) => id)).toEqual([1, 2, 3]);
});
