import type { AgentTool } from '@parley/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { TransferOutcome } from '../carriers/carrier.ts';
import { suppress } from '../compliance/suppressions.ts';
import { newId } from '../kernel/ids.ts';
import { operatorOf, type Principal } from '../kernel/principal.ts';
import { LiveControl } from './live-control.ts';
import { CallRig } from './testing/call-rig.ts';

const SALES = '+12025550107';
const TOOL: AgentTool = {
  type: 'transfer_call',
  destinations: [{ name: 'Sales', phone_number: SALES, description: 'Wants to buy' }],
  message: null,
};

let rig: CallRig;
beforeAll(async () => {
  rig = await CallRig.start();
  await rig.scratch.db.query(
    "update agent_versions set settings = (settings::jsonb || jsonb_build_object('tools', $2::jsonb))::json where agent_id = $1",
    [rig.account.agentId, JSON.stringify([TOOL])],
  );
});
afterAll(() => rig?.close());
beforeEach(() => {
  rig.route = { name: 'simulated', simulated: true, callerId: null };
});

const states = async (callId: string) => {
  const rows = await rig.scratch.db.query<{ to_state: string }>(
    "select to_state from call_events where call_id = $1 and type = 'call.state' order by seq",
    [callId],
  );
  return rows.map((row) => row.to_state).join(' ');
};

async function talking() {
  const { callId, leg } = await rig.dial();
  leg.answer();
  const session = rig.media.sessions.get(callId)!;
  await session.answered.promise;
  return { callId, leg, session };
}

/** A call that the agent wants to hand over, and what the network has been asked for. */
async function transferring(to = 'Sales') {
  const call = await talking();
  call.session.queue.push({ type: 'transfer', to });
  await vi.waitFor(() => expect(call.leg.transfers).toHaveLength(1));
  return { ...call, transfer: call.leg.transfers[0]! };
}

describe('a transfer that the agent wants', () => {
  test('goes to the number of the destination, ends the call when it worked, and is stored and told', async () => {
    await rig.scratch.db.query(
      `insert into webhooks (webhook_id, account_id, url, events, secret, source)
       values ($1, $2, 'https://example.com/', '{call.transferred}', 'whsec_', 'api')`,
      [newId('whk'), rig.account.accountId],
    );
    const { callId, leg, session, transfer } = await transferring();
    expect(transfer.to).toBe(SALES);
    transfer.resolve({ kind: 'transferred' });
    await leg.hungUp.promise;
    await rig.over();
    expect(await rig.stored(callId)).toMatchObject({
      status: 'completed',
      end_reason: 'transferred',
      ended_by: 'agent',
      outcome: 'transferred',
      transferred_to: SALES,
    });
    expect(await states(callId)).toBe('queued dialing talking transferring ending ended');
    expect(session.supervised).toEqual(['transferred']);
    const [told] = await rig.scratch.db.query<{ body: string }>(
      "select body::text as body from webhook_events where type = 'call.transferred'",
    );
    expect(JSON.parse(told!.body).data).toMatchObject({
      call_id: callId,
      transferred_to: SALES,
      phase: 'transferring',
    });
  });

  test.each<[TransferOutcome, string]>([
    [{ kind: 'failed', endReason: 'busy', sipCode: 486 }, 'the line is busy.'],
    [{ kind: 'failed', endReason: 'no_answer', sipCode: null }, 'nobody answers there.'],
    [{ kind: 'failed', endReason: 'carrier_error', sipCode: 503 }, 'the network could not connect it (503).'],
    [{ kind: 'refused', sipCode: 405 }, 'calls cannot be transferred on this line (405).'],
    [{ kind: 'refused', sipCode: null }, 'calls cannot be transferred on this line.'],
    [{ kind: 'unknown' }, 'the network does not tell whether anybody answered.'],
  ])('fails with %o: the agent hears why, the call talks on, and may be transferred again', async (outcome, reason) => {
    const { callId, leg, session, transfer } = await transferring();
    transfer.resolve(outcome);
    await vi.waitFor(() => expect(session.supervised).toEqual([`transfer failed: ${reason}`]));
    session.queue.push({ type: 'transfer', to: 'Sales' });
    await vi.waitFor(() => expect(leg.transfers).toHaveLength(2));
    leg.transfers[1]!.resolve({ kind: 'ended', wasAccepted: false });
    leg.bye();
    await rig.over();
    expect(await rig.stored(callId)).toMatchObject({ end_reason: 'user_hangup', transferred_to: null });
    expect(await states(callId)).toBe('queued dialing talking transferring talking transferring ended');
  });

  test('whose caller hangs up first ends as they ended it; what is not known is said', async () => {
    const { callId, leg, transfer } = await transferring();
    transfer.resolve({ kind: 'ended', wasAccepted: true });
    leg.bye();
    await rig.over();
    const call = await rig.stored(callId);
    expect(call).toMatchObject({ end_reason: 'user_hangup', ended_by: 'user', transferred_to: null });
    expect(JSON.stringify(call.analysis)).toContain('whether anybody answered there is not known');
  });

  test('to whom the agent may not transfer goes nowhere', async () => {
    const { leg, session } = await talking();
    session.queue.push({ type: 'transfer', to: 'The Moon' });
    await vi.waitFor(() =>
      expect(session.supervised).toEqual(['transfer failed: there is no destination "The Moon".']),
    );
    expect(leg.transfers).toEqual([]);
    leg.bye();
    await rig.over();
  });

  test('to a suppressed number goes nowhere, as a call to it would', async () => {
    const { db } = rig.scratch;
    const { accountId } = rig.account;
    await suppress(db, { accountId, phone: SALES, reason: null, source: 'api', callId: null });
    const { leg, session } = await talking();
    session.queue.push({ type: 'transfer', to: 'Sales' });
    await vi.waitFor(() => expect(session.supervised).toEqual([expect.stringContaining('suppression list')]));
    expect(leg.transfers).toEqual([]);
    await db.query('delete from suppressions where account_id = $1', [accountId]);
    leg.bye();
    await rig.over();
  });

  test('that is permitted too late is not begun, and keeps no later one from being', async () => {
    const { callId, leg, session } = await talking();
    const release = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const holding = rig.scratch.db.transaction(async (tx) => {
      await tx.query('lock table suppressions in access exclusive mode');
      held.resolve();
      await release.promise;
    });
    await held.promise;
    session.queue.push({ type: 'transfer', to: 'Sales' });
    await vi.waitFor(
      () => expect(session.supervised).toEqual(['transfer failed: it cannot be done at this moment.']),
      10_000,
    );
    release.resolve();
    await holding;
    await vi.waitFor(() => {
      session.queue.push({ type: 'transfer', to: 'Sales' });
      expect(leg.transfers).toHaveLength(1);
    }, 10_000);
    expect(await states(callId)).toMatch(/^queued dialing talking( transferring)?$/);
    leg.bye();
    await rig.over();
  });

  test('counts as a call of the minute', async () => {
    const { db } = rig.scratch;
    const { leg, session } = await talking();
    await db.query('update rate_slots set used_at = clock_timestamp() where account_id = $1', [rig.account.accountId]);
    session.queue.push({ type: 'transfer', to: 'Sales' });
    await vi.waitFor(() => expect(session.supervised).toEqual([expect.stringContaining('calls a minute')]));
    await db.query("update rate_slots set used_at = '-infinity' where account_id = $1", [rig.account.accountId]);
    expect(leg.transfers).toEqual([]);
    leg.bye();
    await rig.over();
  });
});

describe('a transfer by hand', () => {
  const principal = (): Principal => ({ ...operatorOf(rig.account.accountId), permissions: ['calls:write'] });
  const control = () =>
    new LiveControl({
      ...{ db: rig.scratch.db, patientDb: rig.scratch.db, live: rig.live, nodeId: 'node_test' },
      finish: { jobs: rig.jobs, analyzer: null },
    });

  test('has the agent stand by, is audited, and ends the call as no wish of the agent', async () => {
    const { callId, leg, session } = await talking();
    await control().transfer(principal(), callId, '+12025550109');
    expect(leg.transfers.map(({ to }) => to)).toEqual(['+12025550109']);
    expect(session.supervised).toEqual(['transferring operator']);
    await expect(control().transfer(principal(), callId, SALES)).rejects.toMatchObject({ code: 'conflict' });
    leg.transfers[0]!.resolve({ kind: 'transferred' });
    await rig.over();
    expect(await rig.stored(callId)).toMatchObject({
      end_reason: 'transferred',
      ended_by: 'system',
      transferred_to: '+12025550109',
    });
    const audited = await rig.scratch.db.query('select 1 from audit_log where action = $1 and target_id = $2', [
      'call.transfer_requested',
      callId,
    ]);
    expect(audited).toHaveLength(1);
  });

  test('that fails lets the agent go on, and is in the record', async () => {
    const { callId, leg, session } = await talking();
    await control().transfer(principal(), callId, SALES);
    leg.transfers[0]!.resolve({ kind: 'failed', endReason: 'busy', sipCode: 486 });
    await vi.waitFor(() => expect(session.supervised.at(-1)).toBe('transfer failed: the line is busy.'));
    leg.bye();
    await rig.over();
    const { analysis } = await rig.stored(callId);
    expect(JSON.stringify(analysis)).toContain(`The transfer to ${SALES} failed: the line is busy.`);
  });

  test('is refused before the answer, and of a call that is not there', async () => {
    const { callId, leg } = await rig.dial();
    await expect(control().transfer(principal(), callId, SALES)).rejects.toMatchObject({ code: 'unprocessable' });
    await expect(control().transfer(principal(), newId('call'), SALES)).rejects.toMatchObject({ code: 'not_found' });
    leg.bye();
    await rig.over();
  });
});
