import { MessageChannel } from 'node:worker_threads';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { FrameSound } from '../carriers/carrier.ts';
import type { Principal } from '../kernel/principal.ts';
import { LiveControl } from './live-control.ts';
import { CallRig } from './testing/call-rig.ts';

let rig: CallRig;
let control: LiveControl;
let principal: Principal;
const never = new AbortController().signal;

beforeAll(async () => {
  rig = await CallRig.start();
  const finish = { jobs: rig.jobs, analyzer: null };
  control = new LiveControl({ db: rig.database, finish, live: rig.live, nodeId: 'node_test' });
  principal = {
    accountId: rig.account.accountId,
    permissions: ['calls:read', 'calls:write'],
    actor: { type: 'key', id: 'key_test' },
  };
});

afterEach(async () => {
  rig.database.isAway = false;
  for (const leg of rig.carrier.legs) leg.bye();
  await rig.over();
});

afterAll(() => rig?.close());

function frames(): FrameSound {
  return { port: new MessageChannel().port1, sampleRateHz: 8000 };
}

async function answered() {
  const { callId, leg } = await rig.dial();
  leg.answer();
  const session = rig.media.sessions.get(callId)!;
  await session.answered.promise;
  return { callId, leg, session };
}

async function audited(callId: string): Promise<string[]> {
  const rows = await rig.scratch.db.query<{ action: string }>(
    'select action from audit_log where target_id = $1 order by at',
    [callId],
  );
  return rows.map(({ action }) => action);
}

test('a call that is queued is listened to as soon as it is dialed', async () => {
  const callId = await rig.place();
  const listening = control.listen(principal, callId, frames(), never);
  const dialled = rig.carrier.next();
  rig.dispatcher.kick('call');
  await dialled;
  const supervisor = await listening;
  expect(supervisor.run.callId).toBe(callId);
  expect(rig.media.sessions.get(callId)!.supervised).toEqual([`join ${supervisor.id}`]);
});

test('who goes away meanwhile is not waited for', async () => {
  const callId = await rig.place();
  const gone = new AbortController();
  const listening = control.listen(principal, callId, frames(), gone.signal);
  gone.abort();
  await expect(listening).rejects.toThrow('aborted');
  const dialled = rig.carrier.next();
  rig.dispatcher.kick('call');
  await dialled;
});

test('a whisper waits for no queued call, and a call of another node is named with it', async () => {
  const callId = await rig.place();
  await expect(control.whisper(principal, callId, 'hello')).rejects.toThrow('waits in the queue');
  await rig.scratch.db.query("update calls set state = 'dialing', owner = 'node_other' where call_id = $1", [callId]);
  for (const refused of [
    () => control.whisper(principal, callId, 'hello'),
    () => control.listen(principal, callId, frames(), never),
  ])
    await expect(refused()).rejects.toMatchObject({
      code: 'unprocessable',
      message: `The call ${callId} is carried by the node node_other. Ask there.`,
    });
  expect(await audited(callId)).toEqual([]);
});

test('another account’s call is not there', async () => {
  const { callId } = await answered();
  const stranger = { ...principal, accountId: 'account_other' };
  await expect(control.whisper(stranger, callId, 'hello')).rejects.toMatchObject({ code: 'not_found' });
});

test('nobody takes over before the answer', async () => {
  const { callId, leg } = await rig.dial();
  leg.ring();
  const supervisor = await control.listen(principal, callId, frames(), never);
  await expect(supervisor.takeOver(principal)).rejects.toMatchObject({ code: 'unprocessable' });
  expect(rig.media.sessions.get(callId)!.supervised).toEqual([`join ${supervisor.id}`]);
});

test('each act is stored with who did it, and one that cannot be stored does not happen', async () => {
  const { callId, session } = await answered();
  const supervisor = await control.listen(principal, callId, frames(), never);
  rig.database.isAway = true;
  await expect(supervisor.takeOver(principal)).rejects.toThrow('ECONNREFUSED');
  await expect(control.whisper(principal, callId, 'hello')).rejects.toThrow('ECONNREFUSED');
  expect(supervisor.run.feed.floor).toBeNull();
  expect(session.supervised).toEqual([`join ${supervisor.id}`]);
  rig.database.isAway = false;
  await supervisor.takeOver(principal);
  await control.whisper(principal, callId, 'hello');
  await supervisor.giveBack(principal);
  await supervisor.leave(principal);
  await supervisor.leave(principal);
  expect(session.supervised.slice(1)).toEqual([
    `take over ${supervisor.id}`,
    'whisper hello',
    `give back ${supervisor.id}`,
    `leave ${supervisor.id}`,
  ]);
  expect(await audited(callId)).toEqual([
    'call.listening_started',
    'call.taken_over',
    'call.whispered',
    'call.given_back',
    'call.listening_ended',
  ]);
});

test('the agent goes on when its supervisor leaves, though that cannot be stored', async () => {
  const { callId, session } = await answered();
  const supervisor = await control.listen(principal, callId, frames(), never);
  await supervisor.takeOver(principal);
  rig.database.isAway = true;
  await expect(supervisor.leave(principal)).rejects.toThrow('ECONNREFUSED');
  expect(supervisor.run.feed.floor).toBeNull();
  expect(session.supervised).toContain(`give back ${supervisor.id}`);
  expect(session.supervised).toContain(`leave ${supervisor.id}`);
});
