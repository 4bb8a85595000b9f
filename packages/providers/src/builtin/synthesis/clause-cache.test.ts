import { expect, it } from 'vitest';
import { ClauseCache } from './clause-cache.ts';

const clause = (samples: number) => ({ samples: new Int16Array(samples), words: [] });

it('forgets the clauses that were not asked for longest, once over its bytes', () => {
  const cache = new ClauseCache(1000);
  cache.set('a', clause(200));
  cache.set('b', clause(200));
  expect(cache.get('a')).toBeDefined();
  cache.set('c', clause(200));
  expect(cache.get('b')).toBeUndefined();
  expect(cache.get('a')).toBeDefined();
  expect(cache.get('c')).toBeDefined();
});

it('keeps nothing that is larger than itself, and counts a replaced clause once', () => {
  const cache = new ClauseCache(1000);
  cache.set('a', clause(200));
  cache.set('a', clause(400));
  expect(cache.get('a')).toMatchObject({ samples: { length: 400 } });
  cache.set('long', clause(600));
  expect(cache.get('long')).toBeUndefined();
});
