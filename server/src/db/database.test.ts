import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openScratchDatabase, type ScratchDatabase } from './testing/scratch-database.ts';
import type { Transaction } from './transaction.ts';

let scratch: ScratchDatabase;
beforeAll(async () => {
  scratch = await openScratchDatabase();
  await scratch.db.query('create table balances (name text primary key, amount int not null)');
});
afterAll(() => scratch?.close());

function amounts() {
  return scratch.db.query('select name, amount from balances order by name');
}

describe('query', () => {
  test('reads integers, dates and times as what they are', async () => {
    const rows = await scratch.db.query(
      `select 9007199254740991::int8 as safe, 9007199254740993::int8 as large, count(*) as count,
              array[1, null]::int8[] as list, '2026-02-03'::date as day, '2026-02-03T04:05:06.789Z'::timestamptz as at,
              1.50::numeric as price, null::int8 as nothing`,
    );
    expect(rows).toEqual([
      {
        safe: 9007199254740991,
        large: 9007199254740993n,
        count: 1,
        list: [1, null],
        day: '2026-02-03',
        at: new Date('2026-02-03T04:05:06.789Z'),
        price: '1.50',
        nothing: null,
      },
    ]);
  });

  test('takes values beside the statement or within it, and several statements at once', async () => {
    expect(await scratch.db.query('select $1::int + $2::int as sum', [1, 2])).toEqual([{ sum: 3 }]);
    const named = { name: 'double', text: 'select $1::int * 2 as twice' };
    expect(await scratch.db.query({ ...named, values: [4] })).toEqual([{ twice: 8 }]);
    expect(await scratch.db.query(named, [5])).toEqual([{ twice: 10 }]);
    expect(await scratch.db.query('select 1 as first; select 2 as last')).toEqual([{ last: 2 }]);
    expect(await scratch.db.query('select 1 where false')).toEqual([]);
  });

  test('goes on after its connections were closed by the server', async () => {
    await scratch.db.query('select 1');
    const [row] = await scratch.db.query<{ killed: number }>(
      `select count(pg_terminate_backend(pid))::int as killed from pg_stat_activity
       where application_name = 'parley' and pid <> pg_backend_pid()`,
    );
    expect(row).toBeDefined();
    const answers = await Promise.allSettled(Array.from({ length: 5 }, () => scratch.db.query('select 1 as up')));
    expect(answers.some(({ status }) => status === 'fulfilled')).toBe(true);
    expect(await scratch.db.query('select 1 as up')).toEqual([{ up: 1 }]);
  });
});

describe('transaction', () => {
  test('commits what its work did, or nothing when it throws', async () => {
    const result = await scratch.db.transaction(async (tx) => {
      await tx.query("insert into balances values ('ada', 1)");
      return 'done';
    });
    expect(result).toBe('done');
    const failure = new Error('changed my mind');
    const attempt = scratch.db.transaction(async (tx) => {
      await tx.query("insert into balances values ('bob', 1)");
      throw failure;
    });
    await expect(attempt).rejects.toBe(failure);
    expect(await amounts()).toEqual([{ name: 'ada', amount: 1 }]);
  });

  test('is not reported as committed when a failed statement was swallowed', async () => {
    const attempt = scratch.db.transaction(async (tx) => {
      await tx.query("insert into balances values ('cyd', 1)");
      await tx.query('select 1 / 0').catch(() => {});
    });
    await expect(attempt).rejects.toThrow('rolled back');
    expect(await amounts()).toEqual([{ name: 'ada', amount: 1 }]);
  });

  test('is over when its work has settled', async () => {
    let leaked: Transaction | undefined;
    await scratch.db.transaction(async (tx) => {
      leaked = tx;
    });
    await expect(leaked!.query('select 1')).rejects.toThrow('over');
  });

  test('runs serializable work again until none is lost', async () => {
    await scratch.db.query("insert into balances values ('serial', 0)");
    let runs = 0;
    const increment = () =>
      scratch.db.transaction(
        async (tx) => {
          runs += 1;
          const [row] = await tx.query<{ amount: number }>("select amount from balances where name = 'serial'");
          await tx.query("update balances set amount = $1 where name = 'serial'", [row!.amount + 1]);
        },
        { isolation: 'serializable', attempts: 50 },
      );
    await Promise.all(Array.from({ length: 5 }, increment));
    expect(runs).toBeGreaterThan(5);
    expect(await scratch.db.query("select amount from balances where name = 'serial'")).toEqual([{ amount: 5 }]);
  });

  test('runs work again that was chosen to end a deadlock', async () => {
    await scratch.db.query("insert into balances values ('left', 0), ('right', 0)");
    const bothHoldOne = barrier(2);
    let runs = 0;
    const take = (first: string, second: string) =>
      scratch.db.transaction(async (tx) => {
        runs += 1;
        await tx.query("set local deadlock_timeout = '10ms'");
        await tx.query('update balances set amount = amount + 1 where name = $1', [first]);
        await bothHoldOne();
        await tx.query('update balances set amount = amount + 1 where name = $1', [second]);
      });
    await Promise.all([take('left', 'right'), take('right', 'left')]);
    // One of the two at least, and on a loaded host both.
    expect(runs).toBeGreaterThanOrEqual(3);
    expect(await scratch.db.query("select amount from balances where name in ('left', 'right')")).toEqual([
      { amount: 2 },
      { amount: 2 },
    ]);
  });

  test('gives up after a bounded number of collisions, with the last error', async () => {
    let runs = 0;
    const attempt = scratch.db.transaction(
      async (tx) => {
        runs += 1;
        await tx.query("do $$ begin raise exception 'collided' using errcode = '40001'; end $$");
      },
      { attempts: 3 },
    );
    await expect(attempt).rejects.toMatchObject({ code: '40001' });
    expect(runs).toBe(3);
  });

  test('whose connection breaks fails, and leaves a pool that works', async () => {
    const attempt = scratch.db.transaction((tx) => tx.query('select pg_terminate_backend(pg_backend_pid())'));
    await expect(attempt).rejects.toThrow();
    expect(await scratch.db.transaction((tx) => tx.query('select 1 as up'))).toEqual([{ up: 1 }]);
  });

  test('may be read only', async () => {
    const attempt = scratch.db.transaction((tx) => tx.query("insert into balances values ('eve', 1)"), {
      readOnly: true,
    });
    await expect(attempt).rejects.toMatchObject({ code: '25006' });
  });
});

/** Resolves for all when `parties` have called it; at once for those who come later. */
function barrier(parties: number): () => Promise<void> {
  const complete = Promise.withResolvers<void>();
  let arrived = 0;
  return () => {
    arrived += 1;
    if (arrived >= parties) complete.resolve();
    return complete.promise;
  };
}
