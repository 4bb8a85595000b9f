import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { CallRig } from './testing/call-rig.ts';

let rig: CallRig;
beforeAll(async () => {
  rig = await CallRig.start();
});
afterAll(() => rig?.close());

test('callers who come while the database is away for a moment are admitted when it is back', async () => {
  const callers = Array.from({ length: 150 }, () => rig.caller());
  rig.database.isAway = true;
  const admitting = callers.map((caller) => rig.inbound.accept(caller));
  rig.database.isAway = false;
  await Promise.all(admitting);
  for (const { said } of callers) await vi.waitFor(() => expect(said).toEqual(['ring', 'answer']), 10_000);
  for (const callId of rig.live.callIds) rig.live.hangUp(callId);
  await rig.over();
});

describe('a number that was called before', () => {
  const called = async () => {
    const leg = rig.caller();
    await rig.inbound.accept(leg);
    await vi.waitFor(() => expect(leg.said.length).toBeGreaterThan(0), 10_000);
    const [row] = await rig.scratch.db.query<{ call_id: string; agent_id: string; agent_version: number }>(
      "select call_id, agent_id, agent_version from calls where direction = 'inbound' order by call_id desc limit 1",
    );
    for (const callId of rig.live.callIds) rig.live.hangUp(callId);
    await rig.over();
    return { said: leg.said[0], ...row! };
  };
  const db = () => rig.scratch.db;

  test('takes no look at it before the call is admitted', async () => {
    await called();
    const statements = vi.spyOn(rig.database, 'query');
    await called();
    const names = statements.mock.calls.map(([statement]) =>
      typeof statement === 'string' ? statement : statement.name,
    );
    statements.mockRestore();
    expect(names).toContain('insert-inbound-calls');
    expect(names).not.toContain('find-inbound-number');
  });

  test('brings its callers to the agent that it has now, in the version of now', async () => {
    const before = await called();
    await db().query(
      `insert into agent_versions select agent_id, version + 1, settings from agent_versions where agent_id = $1
         order by version desc limit 1`,
      [before.agent_id],
    );
    await db().query('update agents set version = version + 1 where agent_id = $1', [before.agent_id]);
    expect(await called()).toMatchObject({ agent_id: before.agent_id, agent_version: before.agent_version + 1 });
  });

  test('is rejected while it has no agent or no account, and rings again afterwards', async () => {
    const { agent_id: agentId } = await called();
    const phone = rig.account.phone!;
    await db().query('update numbers set agent_id = null where phone = $1', [phone]);
    expect((await called()).said).toBe('reject 480');
    await db().query('update numbers set agent_id = $2, phone = $3 where phone = $1', [phone, agentId, '+12025559999']);
    expect((await called()).said).toBe('reject 404');
    await db().query('update numbers set phone = $2 where phone = $1', ['+12025559999', phone]);
    expect((await called()).said).toBe('ring');
    expect((await called()).said).toBe('ring');
  });
});
