import { afterAll, beforeAll, expect, test } from 'vitest';
import { openScratchTables, type ScratchDatabase } from '../db/testing/scratch-database.ts';
import { addSimulatedNumber } from './numbers.ts';

let scratch: ScratchDatabase;
beforeAll(async () => {
  scratch = await openScratchTables();
  await scratch.db.query(
    "insert into accounts (account_id, name, plan, calls_per_minute, concurrent_calls) values ('a', 'A', 'growth', 1, 1)",
  );
});
afterAll(() => scratch?.close());

test('numbers go on where the fictional range ends, and none is given twice', async () => {
  const add = () =>
    scratch.db.transaction(async (tx) => {
      await tx.query('update numbers set is_default = false');
      return addSimulatedNumber(tx, { accountId: 'a', agentId: null });
    });
  const phones: (string | null)[] = [];
  for (let count = 0; count < 52; count += 1) phones.push(await add());
  expect([phones[0], phones[49], phones[50], phones[51]]).toEqual([
    ...['+12025550150', '+12025550199', '+12025550200', '+12025550201'],
  ]);
});
