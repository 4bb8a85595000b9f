import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectDatabase, type Database, findRunningDatabase } from '../../server/src/db/index.ts';
import { Service } from '../support/service.ts';
import { Account, BUSY, REJECTS, RINGS } from './accounts.ts';
import { type Answer, expectError } from './answers.ts';

let service: Service;
let database: Database;
let starter: Account;
let growth: Account;
let business: Account;
let enterprise: Account;
let changing: Account;

beforeAll(async () => {
  // More lines than calls a minute, which no plan has: so that the minute alone is what refuses.
  service = await Service.start({ PARLEY_CALLS_PER_MINUTE: '4', PARLEY_CONCURRENT_CALLS: '50' });
  database = await connectDatabase((await findRunningDatabase(service.address.dataDir))!, { poolSize: 1 });
  const create = (plan: string) => Account.create(service, plan);
  [enterprise, starter, growth, business, changing] = await Promise.all([
    Account.first(service),
    create('starter'),
    create('growth'),
    create('business'),
    create('growth'),
  ]);
});

afterAll(async () => {
  await database?.close();
  await service?.remove();
});

const rateOf = ({ headers }: Answer) => ({
  limit: Number(headers.get('ratelimit-limit')),
  remaining: Number(headers.get('ratelimit-remaining')),
  resetS: Number(headers.get('ratelimit-reset')),
});
const retryAfterS = ({ headers }: Answer) => Number(headers.get('retry-after'));

/** So many calls, one after the other, each by an agent of its own, to the number that only rings. */
async function placeRinging(account: Account, count: number): Promise<Answer[]> {
  const missing = Array.from({ length: Math.max(0, count - account.agentIds.length) });
  const further = await Promise.all(missing.map(() => account.newAgent()));
  const agentIds = [...account.agentIds, ...further.map((agent) => agent.agent_id)].slice(0, count);
  const placed: Answer[] = [];
  for (const agentId of agentIds) placed.push(await account.place({ agent_id: agentId, recipient_phone: RINGS }));
  return placed;
}

const statuses = (answers: Answer[]) => answers.map(({ status }) => status);

describe('8 Limits · many at once', () => {
  test('of many requests at the same time exactly as many are accepted as the minute permits', async () => {
    const pairs = [BUSY, REJECTS, RINGS].flatMap((phone) => enterprise.agentIds.map((agentId) => [agentId, phone]));
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, no) => {
        const [agentId, phone] = pairs[no % pairs.length]!;
        return enterprise.place({ agent_id: agentId, recipient_phone: phone });
      }),
    );
    const accepted = answers.filter(({ status }) => status === 201);
    expect(accepted).toHaveLength(4);
    for (const { status } of answers) expect([201, 409, 429]).toContain(status);
    // The minute is used up: a refused client learns when it ends, whatever others do at that moment.
    for (const answer of answers.filter(({ status }) => status === 429))
      expect(retryAfterS(answer)).toBeGreaterThan(30);
    await Promise.all(accepted.map(({ body }) => enterprise.hangUp(body.call_id)));
  });
});

describe('8 Limits · concurrent calls', () => {
  test('Starter has one: the second is 429 with an estimate of 1 to 30 s', async () => {
    const first = await starter.place({ recipient_phone: RINGS });
    const second = await starter.place();
    expectError(second, 429, null);
    expect(Number.isInteger(retryAfterS(second))).toBe(true);
    expect(retryAfterS(second)).toBeGreaterThanOrEqual(1);
    expect(retryAfterS(second)).toBeLessThanOrEqual(30);
    await starter.hangUp(first.body.call_id);
    expect((await starter.call()).end_reason).toBe('busy');
  });

  test('Growth has three', async () => {
    const placed = await placeRinging(growth, 3);
    expect(statuses(placed)).toEqual([201, 201, 201]);
    expectError(await growth.place(), 429, null);
    for (const { body } of placed) await growth.hangUp(body.call_id);
  });

  test('Business has ten, also for 20 requests at the same time', async () => {
    // No real telephone rings: without a carrier, every number is simulated.
    const phones = Array.from({ length: 20 }, (_, no) => `+1415555${1000 + no}`);
    const answers = await Promise.all(
      phones.map((phone) => business.place({ recipient_phone: phone, max_duration: 5 })),
    );
    const accepted = answers.filter(({ status }) => status === 201);
    expect(accepted).toHaveLength(10);
    for (const answer of answers.filter(({ status }) => status !== 201)) expectError(answer, 429, null);
    await Promise.all(accepted.map(({ body }) => business.hangUp(body.call_id)));
  });

  test('inbound calls count: over the limit they are answered 486', async () => {
    await service.parley('accounts', 'set-plan', enterprise.accountId, 'starter');
    const live = await enterprise.place({ recipient_phone: RINGS });
    expect(live.status).toBe(201);
    const refused = await business.call({ recipient_phone: '+12025550150' });
    expect(refused).toMatchObject({ status: 'failed', end_reason: 'busy', sip_code: 486 });
    await enterprise.hangUp(live.body.call_id);
    await service.parley('accounts', 'set-plan', enterprise.accountId, 'enterprise');
  });
});

describe('8 Limits · plans', () => {
  test.each([
    ['Starter', 10, () => starter],
    ['Growth', 60, () => growth],
    ['Business', 200, () => business],
    ['Enterprise, as it is configured here:', 4, () => enterprise],
  ])('%s %i calls per minute', async (_, limit, account) => {
    expect(rateOf(await account().place({ recipient_phone: 'x' })).limit).toBe(limit);
  });

  test('POST /call tells of calls a minute whatever it answers, every other endpoint of requests a minute', async () => {
    const { api_key: key } = await starter.newKey('agents:read');
    const answers = await Promise.all([
      starter.place({ recipient_phone: 'x' }),
      starter.place({ from_number: '+12025550199' }),
      starter.request('POST', '/call', { body: '{' }),
      starter.request('POST', '/call', { body: {}, key }),
    ]);
    expect(statuses(answers)).toEqual([400, 422, 400, 403]);
    for (const answer of answers) expect(rateOf(answer).limit).toBe(10);
    for (const path of ['/agents', '/calls', '/webhooks', '/calls/x']) {
      expect(rateOf(await starter.request('GET', path)).limit).toBe(6000);
    }
  });

  test('what is left of a plan is reported exactly, also where it is thousands', async () => {
    const large = await Service.start({ PARLEY_CALLS_PER_MINUTE: '5000' });
    try {
      const account = await Account.first(large);
      for (const remaining of [4999, 4998]) {
        const answer = await account.place();
        expect(rateOf(answer)).toMatchObject({ limit: 5000, remaining });
        await account.callOver(answer.body.call_id);
      }
      expect(rateOf(await account.place({ recipient_phone: 'x' }))).toMatchObject({ limit: 5000, remaining: 4998 });
    } finally {
      await large.remove();
    }
  });

  test('a change takes effect at once, and ends no live call', async () => {
    const live = (await placeRinging(changing, 3)).map(({ body }) => body.call_id);
    await service.parley('accounts', 'set-plan', changing.accountId, 'starter');
    const refused = await changing.place();
    expectError(refused, 429, null);
    expect(rateOf(refused).limit).toBe(10);
    for (const callId of live) {
      expect((await changing.request('GET', `/calls/${callId}`)).body).toMatchObject({ status: 'initiated' });
    }
    // Whichever of them ends: as long as one is not over, it is the one that the plan permits.
    for (const callId of live.slice(0, 2)) {
      await changing.hangUp(callId);
      expectError(await changing.place(), 429, null);
    }
    await changing.hangUp(live[2]!);
    expect((await changing.call()).end_reason).toBe('busy');

    await service.parley('accounts', 'set-plan', changing.accountId, 'business');
    const both = [await changing.place({ recipient_phone: RINGS }), await changing.place({ recipient_phone: BUSY })];
    expect(statuses(both)).toEqual([201, 201]);
    expect(rateOf(both[0]!)).toMatchObject({ limit: 200 });
    await changing.hangUp(both[0]!.body.call_id);
  });
});

/**
 * The minute of an account is in the database, by whose clock it is measured: time passes for it when what it has used is
 * made older.
 */
async function pass(account: Account, seconds: number): Promise<void> {
  await database.query('update rate_slots set used_at = used_at - make_interval(secs => $2) where account_id = $1', [
    account.accountId,
    seconds,
  ]);
}

describe.concurrent('8 Limits · per minute', () => {
  test('10 calls pass, the 11th is 429, and a lone client that waits as long as Retry-After says succeeds', async () => {
    const account = await Account.create(service, 'starter');
    const startedMs = Date.now();
    const remaining: number[] = [];
    for (let no = 0; no < 10; no += 1) {
      const answer = await account.place();
      expect(answer.status).toBe(201);
      remaining.push(rateOf(answer).remaining);
      await account.callOver(answer.body.call_id);
    }
    expect(remaining).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);

    const refused = await account.place();
    const refusedMs = Date.now();
    expectError(refused, 429, null);
    expect(rateOf(refused)).toEqual({ limit: 10, remaining: 0, resetS: retryAfterS(refused) });
    // Then the first of the ten is a minute old, and not much more than that.
    expect(retryAfterS(refused)).toBeLessThanOrEqual(61 - (refusedMs - startedMs) / 1000 + 1);

    // A client that comes too early is refused again.
    await pass(account, retryAfterS(refused) - 5);
    expectError(await account.place(), 429, null);
    await pass(account, 5);
    expect((await account.call()).end_reason).toBe('busy');
  });

  test('a batch waits for the minute instead of failing on it', async () => {
    // All four calls of the minute are used up by then.
    const { status, body } = await enterprise.request('POST', '/calls/batch', {
      body: { agent_id: enterprise.agentId, recipients: [{ phone: BUSY }, { phone: REJECTS }] },
    });
    expect(status).toBe(201);
    const read = async () => (await enterprise.request('GET', `/calls/batch/${body.batch_id}`)).body;
    expect(await read()).toMatchObject({ status: 'in_progress', queued: 2, failed: 0 });
    await pass(enterprise, 60);
    while ((await read()).status !== 'completed') await delay(50);
    const { body: list } = await enterprise.request('GET', '/calls');
    const reasons = list.data
      .filter((call: any) => call.batch_id === body.batch_id)
      .map((call: any) => call.end_reason);
    expect(reasons.sort()).toEqual(['busy', 'rejected']);
  });

  test('6 000 other requests of a key pass in a minute, then it is 429; another key and POST /call go on', async () => {
    const { api_key: key } = await business.newKey('agents:read', 'calls:write');
    let passed = 0;
    let refused: Answer | undefined;
    const ask = async () => {
      while (!refused && passed < 7000) {
        const answer = await business.request('GET', '/agents/x', { key });
        if (answer.status === 429) refused = answer;
        else passed += 1;
      }
    };
    await Promise.all(Array.from({ length: 8 }, ask));
    expect(passed).toBeGreaterThanOrEqual(6000);
    expectError(refused!, 429, null);
    expect(rateOf(refused!)).toMatchObject({ limit: 6000, remaining: 0 });
    expect(retryAfterS(refused!)).toBeGreaterThanOrEqual(1);
    expect(retryAfterS(refused!)).toBeLessThanOrEqual(60);
    expect((await business.request('GET', '/agents')).status).toBe(200);
    expectError(await business.place({ recipient_phone: 'x' }, { authorization: `Bearer ${key}` }), 400);
  });
});
