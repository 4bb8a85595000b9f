import type { Plan } from './far-end.ts';
import type { Behaviour } from './far-end-call.ts';
import type { Random } from './random.ts';

const NEVER = Number.POSITIVE_INFINITY;
/** Far beyond the ring timeout. A phone does not ring for ever when its caller was killed: the network gives up. */
const GIVES_UP_MS = 45_000;

/** What people and networks do, mixed so that calls are in every state whenever something is killed. */
export function mixedCallees(random: Random): Plan {
  const ringing = (): Behaviour => ({
    silentMs: random.between(0, 60),
    provisional: random.chance(0.2) ? 183 : 180,
    ringMs: random.between(20, 1200),
    final: 200,
    talkMs: random.between(30, 4000),
  });
  const kinds: [weight: number, make: () => Behaviour][] = [
    [45, ringing],
    // Hung up on by the API, or when the longest duration is over.
    [12, () => ({ ...ringing(), talkMs: NEVER })],
    [10, () => ({ ...ringing(), final: 486, ringMs: random.between(0, 200) })],
    [6, () => ({ ...ringing(), final: 603 })],
    [4, () => ({ ...ringing(), final: 404, ringMs: 0 })],
    [6, () => ({ ...ringing(), ringMs: GIVES_UP_MS, final: 480 })],
    // The INVITE is repeated, and is one call all the same.
    [10, () => ({ ...ringing(), silentMs: random.between(600, 2500) })],
    // Answers at once, without a ring.
    [7, () => ({ ...ringing(), provisional: 100, ringMs: 0, silentMs: 0 })],
  ];
  return () => random.weighted(kinds)();
}
