import { expect, it } from 'vitest';
import { fuzz } from './testing/fuzz.ts';
import { seededRandom } from './testing/seeded-random.ts';

it('50 000 mutants of the torture messages and of a live call neither crash nor stall a user agent', async () => {
  const { slowestMs, responses } = await fuzz(50_000, seededRandom(49));
  expect(slowestMs).toBeLessThan(100); // a stall; compiling and collecting garbage take some milliseconds
  expect(responses).toBeGreaterThan(1000);
});
