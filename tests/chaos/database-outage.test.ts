import { expect, test } from 'vitest';
import { runOutage } from '../../bench/chaos/outage.ts';
import { cast, QUEUED_CALLS } from '../../bench/chaos/outage-cast.ts';

/**
 * Longer than a connection is waited for (10 s); the frozen one outlasts the lease of a call (20 s), too.
 * npm run bench:chaos -- --outage … --seconds 60 does it for longer.
 */
test.concurrent.each([
  ['frozen', 24],
  ['killed', 12],
  ['exhausted', 12],
] as const)(
  'a database that is %s for %i s costs none of 20 calls, whatever they were at, and nothing of their record',
  async (kind, seconds) => {
    const report = await runOutage(kind, seconds);
    expect(report.findings).toEqual([]);
    expect(report.calls).toBe(cast.reduce((sum, { count }) => sum + count, QUEUED_CALLS));
    expect(report.unsettled).toMatchObject({ openCalls: 0, takenSlots: 0, unanalyzed: 0 });
  },
  180_000,
);
