import { type AgentTool, defaultTransferWay, type TransferWay } from '@parley/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
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
  ...defaultTransferWay,
  method: 'refer',
};
const way: TransferWay = { ...defaultTransferWay, method: 'refer' };

/** By default vitest waits a second, which a busy host takes now and then. */
const eventually = (check: () => unknown) => vi.waitFor(check, 10_000);

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
/** What a test that failed has left is not the next one's. */
afterEach(async () => {
  const { db } = rig.scratch;
  const { accountId } = rig.account;
  if (rig.live.count > 0) for (const leg of rig.carrier.legs) leg.bye();
  await rig.over();
  await db.query('delete from suppressions where account_id = $1', [accountId]);
  await db.query("update rate_slots set used_at = '-infinity' where account_id = $1", [accountId]);
  await db.query('update call_slots set retired = false where account_id = $1', [accountId]);
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
  await eventually(() => expect(call.leg.transfers).toHaveLength(1));
  return { ...call, transfer: call.leg.transfers[0]! };
}

describe('a transfer that the agent wants', () => {
  test('dials the destination, ends the call when it worked, and is stored and sent to webhooks', async () => {
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
    const [event] = await rig.scratch.db.query<{ body: string }>(
      "select body::text as body from webhook_events where type = 'call.transferred'",
    );
    expect(JSON.parse(event!.body).data).toMatchObject({
      call_id: callId,
      transferred_to: SALES,
      phase: 'transferring',
    });
  });

  test.each<[TransferOutcome, string]>([
    [{ kind: 'failed', endReason: 'busy', sipCode: 486 }, 'the line is busy.'],
    [{ kind: 'failed', endReason: 'no_answer', sipCode: null }, 'the target does not answer.'],
    [{ kind: 'failed', endReason: 'carrier_error', sipCode: 503 }, 'the network could not connect it (503).'],
    [{ kind: 'refused', sipCode: 405 }, 'calls cannot be transferred on this line (405).'],
    [{ kind: 'refused', sipCode: null }, 'calls cannot be transferred on this line.'],
    [{ kind: 'unknown' }, 'the network does not report whether the target answered.'],
  ])('fails with %o: the agent hears why, the call talks on, and may be transferred again', async (outcome, reason) => {
    const { callId, leg, session, transfer } = await transferring();
    transfer.resolve(outcome);
    await eventually(() => expect(session.supervised).toEqual([`transfer failed: ${reason}`]));
    session.queue.push({ type: 'transfer', to: 'Sales' });
    await eventually(() => expect(leg.transfers).toHaveLength(2));
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
    expect(JSON.stringify(call.analysis)).toContain('whether the target answered is not known');
  });

  test('to whom the agent may not transfer goes nowhere', async () => {
    const { leg, session } = await talking();
    session.queue.push({ type: 'transfer', to: 'The Moon' });
    await eventually(() =>
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
    await eventually(() => expect(session.supervised).toEqual([expect.stringContaining('suppression list')]));
    expect(leg.transfers).toEqual([]);
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
    await eventually(() => expect(session.supervised).toEqual(['transfer failed: it cannot be done at this moment.']));
    release.resolve();
    await holding;
    await eventually(() => {
      session.queue.push({ type: 'transfer', to: 'Sales' });
      expect(leg.transfers).toHaveLength(1);
    });
    expect(await states(callId)).toMatch(/^queued dialing talking( transferring)?$/);
    leg.bye();
    await rig.over();
  });

  test('counts as a call of the minute', async () => {
    const { db } = rig.scratch;
    const { leg, session } = await talking();
    await db.query('update rate_slots set used_at = clock_timestamp() where account_id = $1', [rig.account.accountId]);
    session.queue.push({ type: 'transfer', to: 'Sales' });
    await eventually(() => expect(session.supervised).toEqual([expect.stringContaining('calls a minute')]));
    expect(leg.transfers).toEqual([]);
    leg.bye();
    await rig.over();
  });
});

describe('a transfer by a leg of our own', () => {
  const bridging: TransferWay = { ...defaultTransferWay, method: 'bridge' };
  const control = () =>
    new LiveControl({
      ...{ db: rig.scratch.db, patientDb: rig.scratch.db, live: rig.live, nodeId: 'node_test' },
      finish: { jobs: rig.jobs, analyzer: null },
    });
  const principal = (): Principal => ({ ...operatorOf(rig.account.accountId), permissions: ['calls:write'] });
  const slotsOf = async (callId: string) =>
    rig.scratch.db.query<{ leg_id: string | null; owner: string }>(
      'select leg_id, owner from call_slots where call_id = $1 order by leg_id nulls first',
      [callId],
    );
  const legsOf = async (callId: string) =>
    rig.scratch.db.query<{ leg_no: number; dialog: unknown; answered_at: Date | null; ended_at: Date | null }>(
      'select leg_no, dialog, answered_at, ended_at from call_legs where call_id = $1 order by leg_no',
      [callId],
    );

  /** A call whose target is being called. */
  async function dialing(way: TransferWay = bridging) {
    const call = await talking();
    const dialled = rig.carrier.next();
    await control().transfer(principal(), call.callId, { to: SALES, ...way });
    return { ...call, target: await dialled };
  }

  async function bridged(way?: TransferWay) {
    const call = await dialing(way);
    call.target.answer();
    await call.target.confirmed.promise;
    await eventually(() => expect(call.session.supervised.at(-1)).toBe('transferred'));
    return call;
  }

  test('has slots and a row of its own, and the caller waits until it is answered', async () => {
    const { callId, leg, session, target } = await dialing();
    expect(target.request).toEqual({ to: SALES, from: rig.account.phone, isOwnNumber: true, ringTimeoutS: 30 });
    expect(session.supervised).toEqual(['transferring operator', 'connect dialing', 'join target']);
    expect(await slotsOf(callId)).toEqual([
      { leg_id: null, owner: 'node_test' },
      { leg_id: expect.stringMatching(/^leg_/), owner: 'node_test' },
    ]);
    target.answer();
    await target.confirmed.promise;
    expect(await legsOf(callId)).toMatchObject([{ leg_no: 1, dialog: { carrier: 'simulated' }, ended_at: null }]);
    await eventually(() => expect(session.supervised.slice(3)).toEqual(['connect bridged', 'transferred']));
    leg.bye();
    await rig.over();
    expect(await slotsOf(callId)).toEqual([]);
    expect(await legsOf(callId)).toMatchObject([{ dialog: null, ended_at: expect.any(Date) }]);
  });

  test('whose caller hangs up ends as transferred by the user, and hangs up at the target', async () => {
    const { callId, leg, target } = await bridged();
    leg.bye();
    await target.hungUp.promise;
    await rig.over();
    expect(await rig.stored(callId)).toMatchObject({
      ...{ status: 'completed', end_reason: 'transferred', ended_by: 'user', transferred_to: SALES },
    });
    expect(await states(callId)).toBe('queued dialing talking transferring ended');
  });

  test('whose target hangs up ends as transferred, and hangs up at the caller', async () => {
    const { callId, leg, target } = await bridged();
    target.bye();
    await leg.hungUp.promise;
    await rig.over();
    expect(await rig.stored(callId)).toMatchObject({
      ...{ status: 'completed', end_reason: 'transferred', ended_by: 'system', transferred_to: SALES },
    });
  });

  describe('that is handed on to another', () => {
    const BILLING = '+12025550108';

    async function handingOn() {
      const call = await bridged();
      const dialled = rig.carrier.next();
      await control().transfer(principal(), call.callId, { to: BILLING, ...bridging });
      return { ...call, next: await dialled };
    }

    test('keeps the caller waiting until the next person answers, and the first one leaves', async () => {
      const { callId, leg, session, target, next } = await handingOn();
      expect(session.supervised.slice(5)).toEqual([`hand on to ${BILLING} by operator`, 'connect held', 'join target']);
      next.answer();
      await Promise.all([next.confirmed.promise, target.hungUp.promise]);
      expect(session.supervised.slice(8, 9)).toEqual(['connect bridged']);
      await eventually(async () => expect((await rig.stored(callId)).transferred_to).toBe(BILLING));
      await eventually(async () => expect(await slotsOf(callId)).toHaveLength(2));
      expect(await legsOf(callId)).toMatchObject([
        { leg_no: 1, ended_at: expect.any(Date) },
        { leg_no: 2, ended_at: null },
      ]);
      const dialled = rig.carrier.next();
      await control().transfer(principal(), callId, { to: SALES, ...bridging });
      const third = await dialled;
      third.answer();
      await next.hungUp.promise;
      third.bye();
      await leg.hungUp.promise;
      await rig.over();
      expect(await rig.stored(callId)).toMatchObject({ end_reason: 'transferred', transferred_to: SALES });
      expect(await states(callId)).toBe('queued dialing talking transferring ending ended');
      expect(await slotsOf(callId)).toEqual([]);
    });

    test('that is declined talks on with the first person', async () => {
      const { callId, leg, session, target, next } = await handingOn();
      next.end({ by: 'network', endReason: 'busy', sipCode: 486, detail: '486 Busy Here' });
      await eventually(() => expect(session.supervised.at(-1)).toBe('connect bridged'));
      target.bye();
      await leg.hungUp.promise;
      await rig.over();
      const call = await rig.stored(callId);
      expect(call).toMatchObject({ end_reason: 'transferred', transferred_to: SALES });
      expect(JSON.stringify(call.analysis)).toContain(`The transfer to ${BILLING} failed: the line is busy.`);
    });

    test('goes on to the next person when the first hangs up meanwhile, or ends without an answer', async () => {
      const taken = await handingOn();
      taken.target.bye();
      taken.next.answer();
      await taken.next.confirmed.promise;
      await eventually(async () => expect((await rig.stored(taken.callId)).transferred_to).toBe(BILLING));
      taken.leg.bye();
      await taken.next.hungUp.promise;
      const missed = await handingOn();
      missed.target.bye();
      await eventually(async () => expect(await slotsOf(missed.callId)).toHaveLength(2));
      missed.next.end({ by: 'network', endReason: 'no_answer', sipCode: 480, detail: '480' });
      await missed.leg.hungUp.promise;
      await rig.over();
      expect(await rig.stored(missed.callId)).toMatchObject({ end_reason: 'transferred', transferred_to: SALES });
    });

    test('is neither warm nor a conference, as the agent has left', async () => {
      const { callId, leg } = await bridged();
      for (const mode of ['warm', 'conference'] as const)
        await expect(control().transfer(principal(), callId, { to: BILLING, ...bridging, mode })).rejects.toMatchObject(
          { code: 'unprocessable', param: 'mode' },
        );
      leg.bye();
      await rig.over();
    });

    test('by REFER: not of an unregistered telephone, nor of the caller', async () => {
      const { callId, leg, target } = await bridged();
      const [byTarget, byCaller] = [target.wantTransfer(BILLING), leg.wantTransfer(BILLING)];
      await eventually(() => expect([byTarget, byCaller]).toEqual([[403], [603]]));
      target.bye();
      await rig.over();
      const call = await rig.stored(callId);
      expect(call).toMatchObject({ end_reason: 'transferred', transferred_to: SALES });
      expect(JSON.stringify(call.analysis)).toContain('The softphone that asks for it is not registered.');
    });

    test('is one at a time', async () => {
      const { callId, leg, next } = await handingOn();
      await expect(control().transfer(principal(), callId, { to: SALES, ...bridging })).rejects.toMatchObject({
        code: 'conflict',
      });
      leg.bye();
      await next.hungUp.promise;
      await rig.over();
    });
  });

  test('whose target goes silent is hung up on both sides', async () => {
    const { callId, leg, session, target } = await bridged();
    const [slot] = (await slotsOf(callId)).slice(1);
    session.queue.push({ type: 'leg_lost', legId: slot!.leg_id! });
    await Promise.all([target.hungUp.promise, leg.hungUp.promise]);
    await rig.over();
    expect(await rig.stored(callId)).toMatchObject({ end_reason: 'transferred' });
  });

  test('that is not answered gives its slots back, and the agent goes on', async () => {
    const { callId, leg, session, target } = await dialing();
    target.end({ by: 'network', endReason: 'busy', sipCode: 486, detail: '486 Busy Here' });
    await eventually(() => expect(session.supervised.at(-1)).toBe('transfer failed: the line is busy.'));
    expect(session.supervised).toContain('connect agent');
    await eventually(async () => expect(await slotsOf(callId)).toHaveLength(1));
    leg.bye();
    await rig.over();
    expect(await rig.stored(callId)).toMatchObject({ end_reason: 'user_hangup', transferred_to: null });
  });

  test('that rings too long is called off', async () => {
    const { leg, session, target } = await dialing({ ...bridging, ring_timeout: 0.05 });
    await target.hungUp.promise;
    await eventually(() => expect(session.supervised.at(-1)).toBe('transfer failed: the target does not answer.'));
    leg.bye();
    await rig.over();
  });

  test('whose caller hangs up while it rings is called off, and the call ends as they ended it', async () => {
    const { callId, leg, target } = await dialing();
    leg.bye();
    await target.hungUp.promise;
    await rig.over();
    expect(await rig.stored(callId)).toMatchObject({ end_reason: 'user_hangup', transferred_to: null });
    expect(await slotsOf(callId)).toEqual([]);
  });

  test('follows a line that refuses to transfer, where the way is auto', async () => {
    const call = await talking();
    const dialled = rig.carrier.next();
    await control().transfer(principal(), call.callId, { to: SALES, ...defaultTransferWay });
    await eventually(() => expect(call.leg.transfers).toHaveLength(1));
    call.leg.transfers[0]!.resolve({ kind: 'refused', sipCode: 405 });
    const target = await dialled;
    target.answer();
    await target.confirmed.promise;
    target.bye();
    await rig.over();
    expect(await rig.stored(call.callId)).toMatchObject({ end_reason: 'transferred', transferred_to: SALES });
  });

  test('shows the number of the person where it may', async () => {
    const { leg, target } = await dialing({ ...bridging, caller_id: 'caller' });
    expect(target.request.from).toBe(leg.request.to);
    leg.bye();
    await rig.over();
  });

  test('is warm: the target is briefed first, and accepts', async () => {
    const { callId, leg, session, target } = await dialing({ ...bridging, mode: 'warm', briefing: 'It is Ann.' });
    target.answer();
    await eventually(() => expect(session.supervised.slice(3)).toEqual(['connect consulting', 'brief It is Ann.']));
    const [, slot] = await slotsOf(callId);
    session.queue.push({ type: 'leg_answer', legId: slot!.leg_id!, isAccepted: true });
    await eventually(() => expect(session.supervised.slice(5)).toEqual(['connect bridged', 'transferred']));
    leg.bye();
    await rig.over();
    expect(await rig.stored(callId)).toMatchObject({ end_reason: 'transferred', transferred_to: SALES });
  });

  test.each(['declines', 'hangs up'])('is warm, and the target %s: the agent goes on', async (how) => {
    const { callId, leg, session, target } = await dialing({ ...bridging, mode: 'warm' });
    target.answer();
    await eventually(() => expect(session.supervised.at(-1)).toBe('brief null'));
    const [, slot] = await slotsOf(callId);
    if (how === 'hangs up') target.bye();
    else session.queue.push({ type: 'leg_answer', legId: slot!.leg_id!, isAccepted: false });
    await target.hungUp.promise;
    const problem = 'transfer failed: the person there does not take the call now.';
    await eventually(() => expect(session.supervised.at(-1)).toBe(problem));
    expect(session.supervised).toContain('connect agent');
    await eventually(async () => expect(await slotsOf(callId)).toHaveLength(1));
    leg.bye();
    await rig.over();
    expect(await rig.stored(callId)).toMatchObject({ end_reason: 'user_hangup', transferred_to: null });
  });

  describe('to a conference', () => {
    const conference: TransferWay = { ...defaultTransferWay, mode: 'conference' };

    /** Caller, agent and target talk. */
    async function joined() {
      const call = await dialing(conference);
      call.target.answer();
      await eventually(() => expect(call.session.supervised.at(-1)).toBe('person joined'));
      return call;
    }

    test('has the agent go on while it rings and when it is answered; the call talks', async () => {
      const { callId, leg, session, target } = await joined();
      expect(session.supervised).toEqual(['connect dialing', 'join target', 'connect conference', 'person joined']);
      await eventually(async () => expect(await states(callId)).toBe('queued dialing talking transferring talking'));
      await expect(control().transfer(principal(), callId, { to: SALES, ...conference })).rejects.toMatchObject({
        code: 'conflict',
      });
      leg.bye();
      await target.hungUp.promise;
      await rig.over();
      expect(await rig.stored(callId)).toMatchObject({ end_reason: 'user_hangup', transferred_to: null });
      expect(await slotsOf(callId)).toEqual([]);
    });

    test('whose target leaves goes on with the agent, and may be transferred again', async () => {
      const { callId, leg, session, target } = await joined();
      target.bye();
      await eventually(() => expect(session.supervised.at(-1)).toBe('person left'));
      expect(session.supervised.at(-2)).toBe('connect agent');
      await eventually(async () => expect(await slotsOf(callId)).toHaveLength(1));
      const dialled = rig.carrier.next();
      await control().transfer(principal(), callId, { to: SALES, ...conference });
      await dialled;
      leg.bye();
      await rig.over();
      expect(await rig.stored(callId)).toMatchObject({ end_reason: 'user_hangup' });
    });

    test('whose agent is sent away goes on as bridged, and cannot be put on hold', async () => {
      const { callId, leg, session, target } = await joined();
      await expect(control().update(principal(), callId, { on_hold: true })).rejects.toMatchObject({
        param: 'on_hold',
      });
      await control().update(principal(), callId, { agent_present: false });
      expect(session.supervised.slice(-2)).toEqual(['connect bridged', 'transferred']);
      leg.bye();
      await target.hungUp.promise;
      await rig.over();
      expect(await rig.stored(callId)).toMatchObject({
        ended_by: 'user',
        end_reason: 'transferred',
        transferred_to: SALES,
      });
    });

    test.each(['agent_hangup', 'llm_error'] as const)(
      'whose agent is done (%s) goes on as bridged',
      async (endReason) => {
        const { callId, leg, session, target } = await joined();
        session.queue.push({ type: 'hangup', endReason });
        await eventually(() => expect(session.supervised.slice(-2)).toEqual(['connect bridged', 'transferred']));
        await eventually(async () => expect((await rig.stored(callId)).transferred_to).toBe(SALES));
        target.bye();
        await leg.hungUp.promise;
        await rig.over();
        expect(await rig.stored(callId)).toMatchObject({ end_reason: 'transferred', transferred_to: SALES });
        expect(await states(callId)).toBe('queued dialing talking transferring talking transferring ending ended');
      },
    );
  });

  test('needs a free slot', async () => {
    const { db } = rig.scratch;
    const { leg, session, callId } = await talking();
    await db.query('update call_slots set retired = true where account_id = $1 and call_id is null', [
      rig.account.accountId,
    ]);
    await control().transfer(principal(), callId, { to: SALES, ...bridging });
    await eventually(() => expect(session.supervised.at(-1)).toMatch(/transfer failed: The plan permits/));
    leg.bye();
    await rig.over();
    expect(await legsOf(callId)).toEqual([]);
  });

  test('is hung up by the next process when this one dies, with the leg that the call began with', async () => {
    const { callId, leg, target } = await bridged();
    rig.carrier.orphans.length = 0;
    await rig.leases.recover();
    expect(rig.carrier.orphans).toEqual([
      { carrier: 'simulated', dialog: { callId: leg.request.to } },
      { carrier: 'simulated', dialog: { callId: target.request.to } },
    ]);
    expect(await rig.stored(callId)).toMatchObject({ end_reason: 'interrupted_by_restart', transferred_to: SALES });
    expect(await slotsOf(callId)).toEqual([]);
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

  test('pauses the agent, is audited, and ends the call with ended_by system', async () => {
    const { callId, leg, session } = await talking();
    await control().transfer(principal(), callId, { to: '+12025550109', ...way });
    expect(leg.transfers.map(({ to }) => to)).toEqual(['+12025550109']);
    expect(session.supervised).toEqual(['transferring operator']);
    await expect(control().transfer(principal(), callId, { to: SALES, ...way })).rejects.toMatchObject({
      code: 'conflict',
    });
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
    await control().transfer(principal(), callId, { to: SALES, ...way });
    leg.transfers[0]!.resolve({ kind: 'failed', endReason: 'busy', sipCode: 486 });
    await eventually(() => expect(session.supervised.at(-1)).toBe('transfer failed: the line is busy.'));
    leg.bye();
    await rig.over();
    const { analysis } = await rig.stored(callId);
    expect(JSON.stringify(analysis)).toContain(`The transfer to ${SALES} failed: the line is busy.`);
  });

  test('is refused before the answer, and of a call that is not there', async () => {
    const { callId, leg } = await rig.dial();
    await expect(control().transfer(principal(), callId, { to: SALES, ...way })).rejects.toMatchObject({
      code: 'unprocessable',
    });
    await expect(control().transfer(principal(), newId('call'), { to: SALES, ...way })).rejects.toMatchObject({
      code: 'not_found',
    });
    leg.bye();
    await rig.over();
  });
});
