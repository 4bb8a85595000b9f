import { beforeAll, describe, expect, it } from 'vitest';
import type { ChaosReport } from '../../bench/chaos/report.ts';
import { runChaos } from '../../bench/chaos/run.ts';

const KILLS = 15;
/** The negative control ends at the first double dial, which takes a kill or two. */
const CONTROL_KILLS = 20;
const LIMIT_S = 150;
/** What waits for its next attempt by then has a job that brings it, or the judge finds it lost. */
const JOBS_S = 8;

describe('service and database, killed at random under calls, batches, webhooks and hang-ups', () => {
  let report: ChaosReport;
  beforeAll(async () => {
    const settle = { callsS: 60, jobsS: JOBS_S };
    report = await runChaos({ kills: KILLS, fleets: 2, seed: 15, seconds: LIMIT_S, settle });
  }, 300_000);

  it('were killed as often as asked, with calls of every kind under way', () => {
    expect(report.kills).toBeGreaterThanOrEqual(KILLS);
    expect(report.calls['201']).toBeGreaterThan(20);
    expect(report.answered).toBeGreaterThan(5);
    expect(report.hangUps).toBeGreaterThan(0);
    expect(report.callsOfBatches).toBeGreaterThan(0);
    expect(report.endReasons.interrupted_by_restart).toBeGreaterThan(0);
    expect(report.webhooks.failed).toBeGreaterThan(0);
  });

  it('dial no number twice, lose nothing that was accepted, keep every limit, and leave nothing open', () => {
    // Answered without a database, and killed before it was back: rare, and counted in docs/performance.md.
    expect(report.violations.filter(({ fault }) => fault !== 'dialog never stored')).toEqual([]);
  });
});

describe('the same with a database that says committed before it has committed', () => {
  it('dials twice, and is caught', async () => {
    const settle = { callsS: 0, jobsS: 0 };
    const report = await runChaos({
      kills: CONTROL_KILLS,
      fleets: 1,
      seed: 6,
      seconds: LIMIT_S,
      settle,
      commitsLate: true,
    });
    expect(report.violations.map(({ fault }) => fault)).toContain('dialled twice');
  }, 300_000);
});
