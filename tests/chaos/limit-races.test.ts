import { beforeAll, describe, expect, it } from 'vitest';
import { mostWithin, peakConcurrency } from '../../bench/chaos/spans.ts';
import { type RaceReport, runRace } from './race-run.ts';

const REQUESTS = Number(process.env.PARLEY_RACE_REQUESTS ?? 4000);

describe('the counting', () => {
  const spans = (...pairs: [number, number][]) => pairs.map(([fromMs, toMs]) => ({ fromMs, toMs }));

  it('sees how many overlap, and does not count one that ends when another begins', () => {
    expect(peakConcurrency(spans([0, 10], [10, 20], [5, 15]))).toBe(2);
    expect(peakConcurrency(spans([0, 10], [1, 9], [2, 8]))).toBe(3);
  });

  it('sees how many lie in one window for certain', () => {
    expect(mostWithin(spans([0, 0], [59, 59], [60, 60]), 60)).toBe(2);
    expect(mostWithin(spans([0, 70], [10, 20], [30, 69], [30, 70]), 60)).toBe(2);
  });
});

describe('clients that race for calls against three services, one of which is killed', () => {
  let report: RaceReport;
  beforeAll(async () => {
    report = await runRace(REQUESTS);
  }, 3_600_000);

  it('are answered, and never with a fault', () => {
    expect(Object.keys(report.statuses).sort()).toEqual(['0', '201', '409', '429']);
    expect(report.asked).toBeGreaterThanOrEqual(REQUESTS);
  });

  it('never have more calls at once than the plan permits: on the phone, by the answers, in the database', () => {
    for (const account of report.accounts) {
      const { linesPermitted } = account;
      expect(account.linesOnPhone, account.name).toBeLessThanOrEqual(linesPermitted);
      expect(account.linesInApi, account.name).toBeLessThanOrEqual(linesPermitted);
      expect(account.linesInDatabase, account.name).toBeLessThanOrEqual(linesPermitted);
    }
  });

  it('never have more calls in any 60 seconds than the plan permits', () => {
    for (const account of report.accounts) {
      const { minutePermitted } = account;
      expect(account.minuteOnPhone, account.name).toBeLessThanOrEqual(minutePermitted);
      expect(account.minuteInApi, account.name).toBeLessThanOrEqual(minutePermitted);
      expect(account.minuteInDatabase, account.name).toBeLessThanOrEqual(minutePermitted);
    }
  });

  it('really come up against both limits, or the two tests above would say nothing', () => {
    const reached = (name: string) => report.accounts.find((account) => account.name === name)!;
    for (const name of ['starter, fresh', 'growth, fresh', 'business, fresh', 'enterprise']) {
      // A fast service ends its calls before the next ones are asked for: the very last slot need not be taken.
      expect(reached(name).linesInDatabase, name).toBeGreaterThanOrEqual(0.5 * reached(name).linesPermitted);
      expect(reached(name).refused, name).toBeGreaterThan(0);
    }
    for (const name of ['starter, settled', 'growth, settled', 'business, settled']) {
      expect(reached(name).minuteInDatabase, name).toBe(reached(name).minutePermitted);
      expect(reached(name).accepted, name).toBeGreaterThan(0);
    }
  });

  it('asking 50 times at once for the same call get it once', () => {
    for (const [name, answers] of Object.entries(report.equal)) {
      expect(answers, name).toEqual({ 201: 1, 409: 49 });
    }
  });

  it('leave no line taken, no call open and no call dialled twice, although a service died', () => {
    expect(report.interrupted).toBeGreaterThan(0);
    for (const [name, { free, permitted }] of Object.entries(report.freeLines)) expect(free, name).toBe(permitted);
    expect(report.dialledTwice).toEqual([]);
    expect(report.dialledUnknown).toEqual([]);
    expect(report.lost).toEqual([]);
    expect(report.endReasons).not.toHaveProperty('none');
    expect(report.endReasons).not.toHaveProperty('internal_error');
    expect(report.endReasons).not.toHaveProperty('dispatch_lost');
  });

  it('share the lines with batches, which go on all the same', () => {
    for (const { dialled } of report.batches) expect(dialled).toBeGreaterThan(0);
  });
});
