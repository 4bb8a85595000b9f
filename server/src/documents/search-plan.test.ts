import { describe, expect, it } from 'vitest';
import { samplePassages } from './passage-sample.ts';
import { planSearch } from './search-plan.ts';

const PASSAGES = 1_000_000;
/** A sample of 1000 in which so many passages have each combination of words. */
const sampleOf = (...counts: [bits: number, count: number][]): number[] => {
  const found = counts.flatMap(([bits, count]) => new Array<number>(count).fill(bits));
  return [...found, ...new Array<number>(1000 - found.length).fill(0)];
};

describe('a search', () => {
  it('looks up what is rare, and counts on nothing else where everything is', () => {
    const plan = planSearch(sampleOf([0b01, 3]), 2, PASSAGES);
    expect(plan).toMatchObject({ rare: [1, 0], together: null, hits: [null, null], likely: [0, 1, 2] });
  });

  it('looks up frequent words where they are together', () => {
    const plan = planSearch(sampleOf([0b001, 400], [0b010, 300], [0b011, 5], [0b111, 4]), 3, PASSAGES);
    expect(plan.rare).toEqual([2]);
    expect(plan.together).toEqual([1, 0]);
    expect(plan.hits).toEqual([409_000, 309_000, null]);
  });

  it('has the sample alone where passages with all words are everywhere', () => {
    const plan = planSearch(sampleOf([0b11, 600], [0b01, 100]), 2, PASSAGES);
    expect(plan).toMatchObject({ rare: [], together: null });
    expect(plan.likely).toHaveLength(100);
    expect(plan.likely.every((index) => index < 600)).toBe(true);
  });

  it('looks up no more than it may, whatever each word is', () => {
    const words = 20;
    const plan = planSearch(
      sampleOf(...Array.from({ length: words }, (_, n): [number, number] => [1 << n, 4])),
      words,
      PASSAGES,
    );
    expect(plan.rare.length * ((4 + 1) / 1000) * PASSAGES).toBeLessThanOrEqual(20_000);
  });
});

describe('a sample', () => {
  it('is at equal distances over all documents, and of passages that there are', () => {
    const { documents, numbers } = samplePassages({ documents: ['a', 'b', 'c'], passages: [30_000, 0, 10_000] });
    expect(numbers).toHaveLength(500);
    expect(documents.filter((id) => id === 'a')).toHaveLength(375);
    expect(documents).not.toContain('b');
    expect(numbers.slice(0, 2)).toEqual([41, 121]);
    expect(Math.max(...numbers.slice(0, 375))).toBeLessThanOrEqual(30_000);
    expect(Math.min(...numbers)).toBeGreaterThanOrEqual(1);
    expect(Math.max(...numbers.slice(375))).toBeLessThanOrEqual(10_000);
  });

  it('is everything where there is little', () => {
    expect(samplePassages({ documents: ['a', 'b'], passages: [2, 1] })).toEqual({
      documents: ['a', 'a', 'b'],
      numbers: [1, 2, 1],
    });
  });
});
