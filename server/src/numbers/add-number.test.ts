import { afterAll, beforeAll, expect, test } from 'vitest';
import { openScratchTables, type ScratchDatabase } from '../db/testing/scratch-database.ts';
import { operatorOf } from '../kernel/principal.ts';
import { addNumber } from './add-number.ts';
import type { NumberSeller, SoldNumber } from './number-seller.ts';

let scratch: ScratchDatabase;
beforeAll(async () => {
  scratch = await openScratchTables();
  for (const account of ['a', 'b']) {
    await scratch.db.query(
      'insert into accounts (account_id, name, plan, calls_per_minute, concurrent_calls) values ($1, $1, $2, 1, 1)',
      [account, 'growth'],
    );
  }
});
afterAll(() => scratch?.close());

const PHONE = '+493055512345';

/** A carrier of all accounts, whose `buy` does this. */
function sellersOf(buy: () => Promise<SoldNumber>) {
  const released: string[] = [];
  const seller: NumberSeller = {
    ...{ carrierId: null, source: 'twilio', search: async () => [], buy },
    ...{ connect: async () => 'PN0', disconnect: async () => {} },
    release: async (sellerId) => void released.push(sellerId),
  };
  return { released, sellers: { toBuy: async () => seller, ofCarrier: async () => seller } };
}

const add = (accountId: string, sellers: ReturnType<typeof sellersOf>['sellers']) =>
  addNumber(scratch.db, operatorOf(accountId), sellers, { phone_number: PHONE });

/** It comes to be another's while it is bought. */
async function take(): Promise<void> {
  await scratch.db.query(
    "insert into numbers (number_id, account_id, phone, is_default, source) values ('num_b', 'b', $1, true, 'simulated')",
    [PHONE],
  );
}

const free = () => scratch.db.query('delete from numbers where phone = $1', [PHONE]);

test.each([
  ['was sold now is given back', true, ['PN1']],
  ['was sold before stays: it may be in use', false, []],
])('a number that cannot be kept, and that %s', async (_, isNew, expected) => {
  const { released, sellers } = sellersOf(async () => {
    await take();
    return { sellerId: 'PN1', isNew, isBought: isNew };
  });
  await expect(add('a', sellers)).rejects.toThrow(`${PHONE} is taken.`);
  expect(released).toEqual(expected);
  await free();
});

test('of two that buy a number at once, the second is refused before anything is asked of the seller', async () => {
  const begun = Promise.withResolvers<void>();
  const sold = Promise.withResolvers<SoldNumber>();
  let purchases = 0;
  const { released, sellers } = sellersOf(() => {
    purchases += 1;
    begun.resolve();
    return sold.promise;
  });
  const first = add('a', sellers);
  await begun.promise;
  await expect(add('b', sellers)).rejects.toThrow(`${PHONE} is being bought at this moment.`);
  sold.resolve({ sellerId: 'PN2', isNew: true, isBought: true });
  expect(await first).toMatchObject({ phone_number: PHONE, source: 'twilio' });
  expect([purchases, released]).toEqual([1, []]);
  await expect(add('b', sellers)).rejects.toThrow(`${PHONE} is taken.`);
  await free();
});
