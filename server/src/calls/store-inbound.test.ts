import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ProvisionedAccount, provisionAccount } from '../accounts/provision.ts';
import { openScratchTables, type ScratchDatabase } from '../db/testing/scratch-database.ts';
import { setTrunkSlots } from '../trunks/trunk-slots.ts';
import { type InboundToStore, storeInbounds } from './store-inbound.ts';

let scratch: ScratchDatabase;
beforeAll(async () => {
  scratch = await openScratchTables();
});
afterAll(() => scratch?.close());

const newAccount = (concurrentCalls: number) =>
  provisionAccount(scratch.db, {
    name: 'Acme',
    plan: 'enterprise',
    enterpriseLimits: { callsPerMinute: 100, concurrentCalls },
    demoAgents: [{ name: 'Brief', prompt: 'You say hello.' }],
  });

async function newTrunk({ accountId }: ProvisionedAccount, trunkId: string, maxCalls: number | null): Promise<string> {
  await scratch.db.query(
    `insert into trunks (trunk_id, account_id, name, host, port, transport, authentication, srtp,
       inbound_addresses, disabled, max_calls)
     values ($1, $2, $1, '192.0.2.1', 5060, 'udp', 'none', 'off', '{}', false, $3)`,
    [trunkId, accountId, maxCalls],
  );
  await setTrunkSlots(scratch.db, trunkId, maxCalls);
  return trunkId;
}

let calls = 0;
function callOf(account: ProvisionedAccount, trunkId: string | null = null): InboundToStore {
  calls += 1;
  return {
    leg: { to: account.phone!, from: `+1415555${String(calls).padStart(4, '0')}`, simulated: true, identity: null },
    call: {
      ...{ callId: `call_${calls}`, accountId: account.accountId, trunkId, agentId: account.agentId, version: 1 },
      ...{ maxDurationS: 60, ringTimeoutS: 30, nodeId: 'node', channel: 'phone', overrides: null },
      variables: { n: String(calls) },
    },
  };
}

const several = (count: number, account: ProvisionedAccount, trunkId?: string | null) =>
  Array.from({ length: count }, () => callOf(account, trunkId));
const idsOf = (stored: readonly ({ call_id: string } | null)[]) => stored.map((call) => call?.call_id ?? null);
const taken = async (table: 'call_slots' | 'trunk_slots', where: string, value: string) =>
  (
    await scratch.db.query<{ call_id: string }>(
      `select call_id from ${table} where ${where} = $1 and call_id is not null order by slot_no`,
      [value],
    )
  ).map(({ call_id }) => call_id);

test('of several callers at once the first get the free slots, each with a row and an event of its own', async () => {
  const account = await newAccount(3);
  const waiting = several(5, account);
  const stored = await storeInbounds(scratch.db, waiting);
  const [first, second, third] = waiting.map(({ call }) => call.callId);
  expect(idsOf(stored)).toEqual([first, second, third, null, null]);
  expect(stored[1]).toMatchObject({
    ...{ state: 'ringing', direction: 'inbound', overrides: null, from_number: waiting[1]!.leg.from },
    variables: waiting[1]!.call.variables,
  });
  expect(await taken('call_slots', 'account_id', account.accountId)).toEqual([first, second, third]);
  const events = await scratch.db.query(
    'select call_id, to_state, event from call_events where account_id = $1 order by seq',
    [account.accountId],
  );
  expect(events).toEqual(
    [first, second, third].map((call_id) => ({ call_id, to_state: 'ringing', event: 'accepted' })),
  );
});

test('those of several accounts and trunks together are held to the limits of each', async () => {
  const [account, other] = [await newAccount(10), await newAccount(1)];
  const [narrow, wide] = [await newTrunk(account, 'trunk_narrow', 2), await newTrunk(account, 'trunk_wide', null)];
  const waiting = [
    ...several(3, account, narrow),
    ...several(3, account, wide),
    ...several(2, other),
    ...several(1, account),
  ];
  const stored = await storeInbounds(scratch.db, waiting);
  expect(stored.map((call) => call !== null)).toEqual([true, true, false, true, true, true, true, false, true]);
  expect(await taken('trunk_slots', 'trunk_id', narrow)).toEqual(idsOf(stored.slice(0, 2)));
  expect(await taken('call_slots', 'account_id', account.accountId)).toHaveLength(6);
  expect(await taken('call_slots', 'account_id', other.accountId)).toEqual(idsOf(stored.slice(6, 7)));
});

test('what is stored twice is stored once, and takes no second slot', async () => {
  const account = await newAccount(3);
  const waiting = several(2, account);
  const stored = await storeInbounds(scratch.db, waiting);
  const again = await storeInbounds(scratch.db, [...waiting, callOf(account)]);
  expect(again.slice(0, 2)).toEqual(stored);
  expect(again[2]).not.toBeNull();
  expect(await taken('call_slots', 'account_id', account.accountId)).toEqual(idsOf(again));
});
