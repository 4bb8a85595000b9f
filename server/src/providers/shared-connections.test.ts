import { afterAll, beforeAll, expect, test } from 'vitest';
import { provisionAccount } from '../accounts/provision.ts';
import { openScratchTables, type ScratchDatabase } from '../db/testing/scratch-database.ts';
import { providersStamp } from './provider-rows.ts';
import { SharedConnections } from './shared-connections.ts';

let scratch: ScratchDatabase;
let accountId: string;
beforeAll(async () => {
  scratch = await openScratchTables();
  ({ accountId } = await provisionAccount(scratch.db, {
    ...{
      name: 'Acme',
      plan: 'enterprise',
      enterpriseLimits: { callsPerMinute: 1, concurrentCalls: 1 },
      demoAgents: [],
    },
  }));
});
afterAll(() => scratch?.close());

let reads = 0;
const connections = new SharedConnections({
  async of(db, account) {
    reads += 1;
    const rows = await db.query<{ name: string; base_url: string | null }>(
      'select name, base_url from providers where account_id = $1 order by provider_id',
      [account],
    );
    return rows.map(({ name, base_url: baseUrl }) => ({
      ...{ vendor: 'openai-compatible' as const, name, baseUrl, apiKey: null, abilities: [] },
    }));
  },
});

async function stamp(): Promise<string | null> {
  const sql = `select ${providersStamp('accounts.account_id')} as stamp from accounts where account_id = $1`;
  const rows = await scratch.db.query<{ stamp: string | null }>(sql, [accountId]);
  return rows[0]!.stamp;
}

/** As a call that begins now has them. */
const namesNow = async () =>
  (await connections.of(scratch.db, accountId, await stamp())).map(({ name, baseUrl }) => `${name} ${baseUrl}`);

const write = (sql: string) => scratch.db.query(sql, [accountId]);

test('they are read again after each change, and only then', async () => {
  const states = [
    ['', []],
    [
      "insert into providers (provider_id, account_id, vendor, name) values ('provider_1', $1, 'openai', 'One')",
      ['One null'],
    ],
    ["update providers set base_url = 'http://there' where account_id = $1", ['One http://there']],
    ["update providers set base_url = 'http://there' where account_id = $1", ['One http://there']],
    [
      "insert into providers (provider_id, account_id, vendor, name) values ('provider_2', $1, 'openai', 'Two')",
      ['One http://there', 'Two null'],
    ],
    ["delete from providers where account_id = $1 and name = 'One'", ['Two null']],
    ['delete from providers where account_id = $1', []],
  ] as const;
  for (const [sql, expected] of states) {
    if (sql !== '') await write(sql);
    const before = reads;
    expect([await namesNow(), await namesNow()]).toEqual([expected, expected]);
    expect(reads).toBe(before + 1);
  }
});
