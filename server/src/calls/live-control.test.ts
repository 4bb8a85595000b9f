import { MessageChannel } from 'node:worker_threads';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { FrameSound } from '../carriers/carrier.ts';
import { PatientDatabase } from '../db/index.ts';
import type { Principal } from '../kernel/principal.ts';
import { LiveControl } from './live-control.ts';
import { CallRig } from './testing/call-rig.ts';

let rig: CallRig;
let control: LiveControl;
/** Waits for no queued call for long. */
let impatient: LiveControl;
/** Goes by the hint alone. */
let patient: LiveControl;
let principal: Principal;
const never = { signal: new AbortController().signal };

beforeAll(async () => {
  rig = await CallRig.start();
  const finish = { jobs: rig.jobs, analyzer: null };
  const patientDb = new PatientDatabase(rig.database);
  const options = { db: rig.database, patientDb, finish, live: rig.live, nodeId: 'node_test' };
  control = new LiveControl(options);
  impatient = new LiveControl({ ...options, longestWaitMs: 300 });
  patient = new LiveControl({ ...options, lookAgainMs: 3_600_000, longestWaitMs: 3_600_000 });
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
  const listening = control.listen(principal, callId, frames(), gone);
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
  const other = { ...principal, accountId: 'account_other' };
  await expect(control.whisper(other, callId, 'hello')).rejects.toMatchObject({ code: 'not_found' });
});

test('a call is not taken over before the answer', async () => {
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

test('the agent goes on when its supervisor leaves while the database is away, and it is stored when that is back', async () => {
  const { callId, session } = await answered();
  const supervisor = await control.listen(principal, callId, frames(), never);
  await supervisor.takeOver(principal);
  rig.database.isAway = true;
  const left = supervisor.leave(principal);
  await vi.waitFor(() => expect(session.supervised).toContain(`leave ${supervisor.id}`), 10_000);
  expect(supervisor.run.feed.floor).toBeNull();
  expect(session.supervised).toContain(`give back ${supervisor.id}`);
  expect(await audited(callId)).toEqual(['call.listening_started', 'call.taken_over']);
  rig.database.isAway = false;
  await left;
  expect((await audited(callId)).slice(2)).toEqual(['call.given_back', 'call.listening_ended']);
});

describe('on hold', () => {
  const storedAs = async (callId: string) => (await rig.stored(callId)).on_hold;

  test('the caller waits until they talk again; it is stored, followed, and done once', async () => {
    const { callId, session } = await answered();
    const reported: unknown[] = [];
    rig.live.find(callId)!.feed.watch((event) => event.type === 'hold' && reported.push(event.isOnHold));
    await control.update(principal, callId, { on_hold: true, waiting_sound: 'ringing' });
    await control.update(principal, callId, { on_hold: true });
    expect(await storedAs(callId)).toBe(true);
    await control.update(principal, callId, { on_hold: false });
    await control.update(principal, callId, { on_hold: false });
    expect(await storedAs(callId)).toBe(false);
    expect(session.supervised).toEqual(['hold key_test ringing', 'resume']);
    expect(reported).toEqual([true, false]);
    expect(await audited(callId)).toEqual(['call.held', 'call.resumed']);
  });

  test('that cannot be stored does not happen; they talk again at once, whatever the database does', async () => {
    const { callId, session } = await answered();
    rig.database.isAway = true;
    await expect(control.update(principal, callId, { on_hold: true })).rejects.toThrow('ECONNREFUSED');
    expect(session.supervised).toEqual([]);
    rig.database.isAway = false;
    await control.update(principal, callId, { on_hold: true });
    rig.database.isAway = true;
    const resumed = control.update(principal, callId, { on_hold: false });
    await vi.waitFor(() => expect(session.supervised).toEqual(['hold key_test music', 'resume']), 10_000);
    rig.database.isAway = false;
    await resumed;
    expect(await storedAs(callId)).toBe(false);
  });

  test('is refused before the answer, and the agent never leaves the caller alone', async () => {
    const { callId, leg } = await rig.dial();
    leg.ring();
    await expect(control.update(principal, callId, { on_hold: true })).rejects.toMatchObject({ code: 'unprocessable' });
    const { callId: other } = await answered();
    await expect(control.update(principal, other, { agent_present: false })).rejects.toMatchObject({
      ...{ code: 'unprocessable', param: 'agent_present' },
    });
  });
});

test('who gives back while taking over is stored does not get the floor', async () => {
  const { callId, session } = await answered();
  const supervisor = await control.listen(principal, callId, frames(), never);
  const given = Promise.withResolvers<void>();
  supervisor.run.feed.watch((event) => {
    if (event.type === 'floor' && event.supervisorId !== null) given.resolve(supervisor.giveBack(principal));
  });
  await supervisor.takeOver(principal);
  await given.promise;
  expect(session.supervised).not.toContain(`take over ${supervisor.id}`);
});

test('a queued call is looked for seldom, joined at once when it is dialed, and not waited for forever', async () => {
  const dialled = rig.carrier.next();
  const callId = await rig.place();
  const asked = vi.spyOn(rig.database, 'query');
  const looks = () =>
    asked.mock.calls.filter(([statement]) => (statement as { name?: string }).name === 'find-live-call');
  const queued = Promise.withResolvers<void>();
  const listening = await rig.scratch.db.transaction(async (tx) => {
    // The lock keeps the dispatcher from taking it up meanwhile.
    await tx.query('select 1 from calls where call_id = $1 for update', [callId]);
    const waiting = patient.listen(principal, callId, frames(), { ...never, onQueued: () => queued.resolve() });
    await queued.promise;
    await expect(impatient.listen(principal, callId, frames(), never)).rejects.toMatchObject({
      code: 'unprocessable',
      message: `The call ${callId} waits in the queue. Try again when it is dialed.`,
    });
    return { waiting };
  });
  rig.dispatcher.kick('call');
  await dialled;
  const dialledMs = performance.now();
  await listening.waiting;
  expect(performance.now() - dialledMs).toBeLessThan(500);
  // One look of the one, two of the other.
  expect(looks()).toHaveLength(3);
  asked.mockRestore();
});

test('ten listen to a call, and another once one has left', async () => {
  const { callId } = await answered();
  const listen = () => control.listen(principal, callId, frames(), never);
  const ten = await Promise.all(Array.from({ length: 10 }, listen));
  await expect(listen()).rejects.toMatchObject({ code: 'rate_limited' });
  expect(await audited(callId)).toHaveLength(10);
  await ten[0]!.leave(principal);
  await listen();
});
