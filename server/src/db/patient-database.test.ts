import { describe, expect, test } from 'vitest';
import type { Database } from './database.ts';
import { PatientDatabase } from './patient-database.ts';

const away = () => Object.assign(new Error('the database system is shutting down'), { code: '57P03' });

/** Fails with each of `failures` in turn, then succeeds with the number of attempts. */
function server(failures: Error[]) {
  let attempts = 0;
  const attempt = async () => {
    attempts += 1;
    const failure = failures.shift();
    if (failure) throw failure;
    return [{ attempts }];
  };
  const db = { query: attempt, transaction: attempt, close: async () => {} };
  return { db: db as unknown as Database, failures, attempts: () => attempts };
}

describe('PatientDatabase', () => {
  test('tries queries and transactions again until the server is back', async () => {
    const { db, failures } = server([away(), away(), away()]);
    const patient = new PatientDatabase(db);
    expect(await patient.query('select 1')).toEqual([{ attempts: 4 }]);
    failures.push(away());
    expect(await patient.transaction(async () => {})).toEqual([{ attempts: 6 }]);
  });

  test('tells once of each outage, with the error that began it', async () => {
    const first = away();
    const second = away();
    const { db, failures } = server([first, away(), away()]);
    const reported: unknown[] = [];
    const patient = new PatientDatabase(db, { onUnavailable: (error) => reported.push(error) });
    await Promise.all([patient.query('select 1'), patient.query('select 1')]);
    expect(reported).toEqual([first]);
    failures.push(second, away());
    await patient.query('select 1');
    expect(reported).toEqual([first, second]);
    expect(reported[1]).toBe(second);
  });

  test('throws any other error at once, unreported', async () => {
    const wrong = Object.assign(new Error('duplicate key'), { code: '23505' });
    const { db, attempts } = server([wrong]);
    const reported: unknown[] = [];
    const patient = new PatientDatabase(db, { onUnavailable: (error) => reported.push(error) });
    await expect(patient.query('insert …')).rejects.toBe(wrong);
    expect(attempts()).toBe(1);
    expect(reported).toEqual([]);
  });

  test('ends all waiting at its close, with the last error and no other attempt', async () => {
    const last = away();
    const { db, attempts } = server([last]);
    const waiting = Promise.withResolvers<void>();
    const patient = new PatientDatabase(db, { onUnavailable: () => waiting.resolve() });
    const outcome = patient.query('select 1').catch((error: unknown) => error);
    await waiting.promise;
    await patient.close();
    expect(await outcome).toBe(last);
    expect(attempts()).toBe(1);
  });
});
