import { defaultTransferWay, type TransferWay } from '@parley/contract';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { TransferOutcome } from '../carriers/carrier.ts';
import { operatorOf } from '../kernel/principal.ts';
import { LiveControl } from './live-control.ts';
import { CallRig } from './testing/call-rig.ts';

const [SALES, BILLING] = ['+12025550107', '+12025550108'];
const bridging: TransferWay = { ...defaultTransferWay, method: 'bridge' };

let rig: CallRig;
beforeAll(async () => {
  rig = await CallRig.start();
});
afterAll(() => rig?.close());

describe('a warm transfer by REFER', () => {
  const byLine: TransferWay = { ...defaultTransferWay, mode: 'warm', method: 'refer' };
  const slotsOf = (callId: string) =>
    rig.scratch.db.query<{ leg_id: string | null }>(
      'select leg_id from call_slots where call_id = $1 order by leg_id nulls first',
      [callId],
    );

  async function transfer(callId: string, to: string, way: TransferWay): Promise<void> {
    const { db } = rig.scratch;
    const finish = { jobs: rig.jobs, analyzer: null };
    const control = new LiveControl({ db, patientDb: db, live: rig.live, nodeId: 'node_test', finish });
    const principal = { ...operatorOf(rig.account.accountId), permissions: ['calls:write' as const] };
    await control.transfer(principal, callId, { to, ...way });
  }

  /** The target has taken the call, and the line is asked to connect both. */
  async function taken({ isAlone = false } = {}) {
    const { callId, leg } = await rig.dial();
    leg.isAlone = isAlone;
    leg.answer();
    const session = rig.media.sessions.get(callId)!;
    await session.answered.promise;
    const dialled = rig.carrier.next();
    await transfer(callId, SALES, byLine);
    const target = await dialled;
    target.answer();
    await vi.waitFor(() => expect(session.supervised.at(-1)).toBe('brief null'));
    const [, slot] = await slotsOf(callId);
    session.queue.push({ type: 'leg_answer', legId: slot!.leg_id!, isAccepted: true });
    await vi.waitFor(() => expect(session.supervised.slice(-2)).toEqual(['connect bridged', 'transferred']));
    return { callId, leg, session, target };
  }

  /** The request to the line. */
  function requested({ leg, target }: Awaited<ReturnType<typeof taken>>) {
    expect(leg.transfers).toMatchObject([{ to: target }]);
    return leg.transfers[0]!;
  }

  const ended = { status: 'completed', end_reason: 'transferred', ended_by: 'system', transferred_to: SALES };

  test.each(['before', 'after'])(
    'ends when the target has left %s it is known that both are connected',
    async (order) => {
      const call = await taken();
      const { leg, target, callId } = call;
      const { resolve } = requested(call);
      if (order === 'before') target.bye();
      resolve({ kind: 'transferred' });
      if (order === 'after') target.bye();
      await leg.hungUp.promise;
      await rig.over();
      const stored = await rig.stored(callId);
      expect(stored).toMatchObject(ended);
      expect(JSON.stringify(stored.analysis)).not.toContain('Parley stays between both');
      expect(await slotsOf(callId)).toEqual([]);
    },
  );

  test.each<[TransferOutcome, string]>([
    [{ kind: 'refused', sipCode: 405 }, 'calls cannot be transferred on this line (405).'],
    [{ kind: 'failed', endReason: 'carrier_error', sipCode: 481 }, 'the network could not connect them (481).'],
    [{ kind: 'unknown' }, 'the network does not report whether it has connected them.'],
    [
      { kind: 'failed', endReason: 'no_answer', sipCode: null },
      'the network does not report whether it has connected them.',
    ],
  ])('stays with us after %o, and both talk on', async (outcome, problem) => {
    const call = await taken();
    const { leg, target, callId, session } = call;
    await expect(transfer(callId, BILLING, bridging)).rejects.toMatchObject({ code: 'conflict' });
    requested(call).resolve(outcome);
    // Another transfer is possible again.
    const next = rig.carrier.next();
    await vi.waitFor(() => transfer(callId, BILLING, bridging));
    (await next).end({ by: 'network', endReason: 'busy', sipCode: 486, detail: '486' });
    await vi.waitFor(() => expect(session.supervised.at(-1)).toBe('connect bridged'));
    expect(leg.transfers).toHaveLength(1);
    leg.bye();
    await target.hungUp.promise;
    await rig.over();
    const stored = await rig.stored(callId);
    expect(stored).toMatchObject({ ...ended, ended_by: 'user' });
    expect(JSON.stringify(stored.analysis)).toContain(`did not take it over: ${problem} Parley stays between both.`);
  });

  test('stays with us where the line of the caller is not that of the target', async () => {
    const { leg, target, callId } = await taken({ isAlone: true });
    target.bye();
    await leg.hungUp.promise;
    await rig.over();
    const stored = await rig.stored(callId);
    expect(stored).toMatchObject(ended);
    expect(JSON.stringify(stored.analysis)).toContain('calls of these two lines cannot be connected by the network.');
  });

  test('ends when the target has hung up and the line does not take it over', async () => {
    const call = await taken();
    const { leg, target, callId } = call;
    const { resolve } = requested(call);
    target.bye();
    resolve({ kind: 'failed', endReason: 'carrier_error', sipCode: 481 });
    await leg.hungUp.promise;
    await rig.over();
    expect(await rig.stored(callId)).toMatchObject(ended);
  });

  test('ends when the caller hangs up meanwhile', async () => {
    const call = await taken();
    const { leg, target, callId } = call;
    requested(call).resolve({ kind: 'ended', wasAccepted: true });
    leg.bye();
    await target.hungUp.promise;
    await rig.over();
    expect(await rig.stored(callId)).toMatchObject({ ...ended, ended_by: 'user' });
  });
});
