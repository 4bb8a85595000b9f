import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAgent } from '../../server/src/agents/change-agent.ts';
import { createBatch } from '../../server/src/batches/create-batch.ts';
import { placeCall } from '../../server/src/calls/place-call.ts';
import type { Queryable } from '../../server/src/db/index.ts';
import { RouteChoice } from '../../server/src/trunks/choose-routes.ts';
import { Fleet } from './race-fleet.ts';

let fleet: Fleet;
let accountId: string;

beforeAll(async () => {
  fleet = await Fleet.start({
    services: 0,
    accounts: [{ name: 'placing', plan: 'enterprise' }],
    enterpriseLimits: { callsPerMinute: 10, concurrentCalls: 10 },
    callee: { ringMs: [0, 0], answeredShare: 0, talkMs: [0, 0] },
  });
  ({ accountId } = fleet.accounts[0]!);
});

afterAll(() => fleet?.close());

const routes = new RouteChoice({ operatorRoute: null });
const ROBERTA = '+12025550103';
const acting = () => ({ accountId, actor: { type: 'operator', id: null } }) as const;
const call = (agentId: string) => placeCall(fleet.db, routes, acting(), request(agentId));
const batch = (agentId: string) =>
  createBatch(fleet.db, routes, acting(), { agent_id: agentId, recipients: [{ phone: ROBERTA }] });
const request = (agentId: string) => ({ agent_id: agentId, recipient_phone: ROBERTA });

/** An agent with a number of its own. */
async function newAgent(phone: string): Promise<string> {
  const settings = { name: 'Brief', prompt: 'You say hello.' };
  const agentId = await fleet.db.transaction((tx) => createAgent(tx, acting(), settings));
  await fleet.db.query(
    "insert into numbers (number_id, account_id, phone, agent_id, source) values ($1, $2, $3, $4, 'simulated')",
    [`num_${phone}`, accountId, phone, agentId],
  );
  return agentId;
}

/** What is answered to a request that comes while a transaction removes what it needs, and has locked it as ours do. */
async function placedWhile(
  remove: (tx: Queryable) => Promise<unknown>,
  place: () => Promise<unknown>,
): Promise<unknown> {
  let placing: Promise<unknown> = Promise.resolve();
  await fleet.db.transaction(async (tx) => {
    await remove(tx);
    let isOver = false;
    placing = place()
      .catch((error: unknown) => error)
      .finally(() => {
        isOver = true;
      });
    while (!isOver && (await waiting()) === 0) await new Promise((resolve) => setTimeout(resolve, 10));
  });
  return placing;
}

async function waiting(): Promise<number> {
  const rows = await fleet.db.query("select from pg_stat_activity where wait_event_type = 'Lock'");
  return rows.length;
}

test.each([
  ['call', '+14155550111', call],
  ['batch', '+14155550112', batch],
])('a %s of an agent that is deleted meanwhile is 404', async (_, phone, place) => {
  const agentId = await newAgent(phone);
  const answer = await placedWhile(
    async (tx) => {
      await tx.query('select from agents where agent_id = $1 for update', [agentId]);
      await tx.query('update agents set deleted_at = now() where agent_id = $1', [agentId]);
    },
    () => place(agentId),
  );
  expect(answer).toMatchObject({ code: 'not_found', param: 'agent_id' });
  expect(await fleet.db.query('select from calls where agent_id = $1', [agentId])).toEqual([]);
});

test.each([
  ['call', '+14155550113', call],
  ['batch', '+14155550114', batch],
])('a %s from a number that is released meanwhile is 422', async (_, phone, place) => {
  const agentId = await newAgent(phone);
  const answer = await placedWhile(
    async (tx) => {
      await tx.query('select from numbers where phone = $1 for update', [phone]);
      await tx.query('delete from numbers where phone = $1', [phone]);
    },
    () => place(agentId),
  );
  expect(answer).toMatchObject({
    code: 'unprocessable',
    param: 'from_number',
    message: expect.stringContaining(phone),
  });
  expect(await fleet.db.query('select from calls where agent_id = $1', [agentId])).toEqual([]);
});
