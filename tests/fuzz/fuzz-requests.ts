import fc from 'fast-check';
import type { FuzzRequest } from './fuzz-request.ts';
import { httpRequests } from './http-requests.ts';
import { rawRequests } from './raw-requests.ts';

export type Forms = 'all' | 'http';

const arbitraryOf: Record<Forms, fc.Arbitrary<FuzzRequest>> = {
  http: httpRequests,
  all: fc.oneof({ weight: 9, arbitrary: httpRequests }, { weight: 1, arbitrary: rawRequests }),
};

/** Made a few at a time, so that a long run keeps little in memory. */
const CHUNK = 250;

/** The same requests for the same seed, in the same order. */
export function* fuzzRequests(seed: number, count: number, forms: Forms): Generator<FuzzRequest> {
  for (let made = 0; made < count; made += CHUNK) {
    const numRuns = Math.min(CHUNK, count - made);
    // The seed of each part must not depend on how many there are.
    yield* fc.sample(arbitraryOf[forms], { seed: (seed + made * 31) | 0, numRuns: CHUNK }).slice(0, numRuns);
  }
}
