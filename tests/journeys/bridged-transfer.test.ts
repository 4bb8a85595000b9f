import { FRAME_SAMPLES, SAMPLE_RATE_HZ } from '@parley/audio';
import { MediaNegotiation } from '@parley/sip';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { Account } from '../specification/accounts.ts';
import { freePort } from '../support/ports.ts';
import { Service } from '../support/service.ts';
import { fetchWav } from '../support/sound.ts';
import { spoken } from '../support/spoken.ts';
import { shareAt, type ToneLine, TonePhones } from '../support/tone-phones.ts';

const PERSON = '+4930999999';
const SALES = '+4930123456';
const PERSON_HZ = 700;
const SALES_HZ = 1100;
const BILLING = '+4930123457';
const BILLING_HZ = 1500;
const RINGING_HZ = 425;
/** A silent line. */
const SILENT_HZ = 0;

let phones: TonePhones;
let service: Service;
let account: Account;
let agent: any;
let lines: ToneLine[] = [];

beforeAll(async () => {
  const port = await freePort();
  phones = await TonePhones.start(port);
  service = await Service.start({ PARLEY_SIP_TRUNK: `127.0.0.1:${port}` });
  account = await Account.first(service);
  agent = (await account.request('GET', '/agents')).body.data[0];
});

afterAll(async () => {
  await service?.remove();
  await phones?.close();
});

afterEach(async () => {
  phones.forgetCalls();
  await Promise.all(lines.map((line) => line.hangUp()));
  lines = [];
});

/** A person calls the agent. */
async function calling(frequencyHz = PERSON_HZ): Promise<{ callId: string; person: ToneLine }> {
  const person = await phones.call(service.address.sipPort, agent.phone_number, PERSON, frequencyHz);
  lines.push(person);
  const { data } = (await account.request('GET', '/calls?direction=inbound&limit=1')).body;
  const callId = data[0].call_id;
  await account.callWhen(callId, ({ phase }) => phase === 'talking');
  return { callId, person };
}

async function transfer(callId: string, way: object): Promise<void> {
  const { status, body } = await account.request('POST', `/calls/${callId}/transfer`, { body: { to: SALES, ...way } });
  expect([status, body.error]).toEqual([200, undefined]);
}

/** The person talks with sales. */
async function bridged(way: object = { method: 'bridge' }) {
  const { callId, person } = await calling();
  await transfer(callId, way);
  const incoming = await phones.nextCall();
  const sales = await phones.answer(incoming, SALES_HZ);
  lines.push(sales);
  await Promise.all([person.hears(SALES_HZ), sales.hears(PERSON_HZ)]);
  return { callId, person, sales, incoming };
}

/** Seconds of a channel of a recording in which this tone is heard alone. */
async function secondsOf(url: string, channel: number, frequencyHz: number): Promise<number> {
  const wav = await fetchWav(url);
  let frames = 0;
  for (let start = 0; (start + FRAME_SAMPLES) * wav.channels <= wav.samples.length; start += FRAME_SAMPLES) {
    const frame = Int16Array.from(
      { length: FRAME_SAMPLES },
      (_, at) => wav.samples[(start + at) * wav.channels + channel]!,
    );
    frames += shareAt(frame, frequencyHz) > 0.7 ? 1 : 0;
  }
  return frames / 50;
}

test('the person hears it ring, then both hear each other and each other’s keys, and all of it is recorded', async () => {
  const { callId, person } = await calling();
  await transfer(callId, { method: 'bridge' });
  const incoming = await phones.nextCall();
  expect(incoming.from.user).toBe(agent.phone_number);
  await person.hears(RINGING_HZ);
  expect((await account.request('GET', `/calls/${callId}`)).body).toMatchObject({
    ...{ status: 'active', phase: 'transferring', transferred_to: null },
  });
  const sales = await phones.answer(incoming, SALES_HZ);
  lines.push(sales);
  await Promise.all([person.hears(SALES_HZ), sales.hears(PERSON_HZ)]);
  await account.callWhen(callId, (call) => call.transferred_to === SALES);
  person.press('12#');
  sales.press('9');
  await Promise.all([sales.hasHeard('12#'), person.hasHeard('9')]);
  await person.hangUp();
  await sales.ended();
  const call = await account.callOver(callId);
  expect(call).toMatchObject({
    ...{
      status: 'completed',
      end_reason: 'transferred',
      ended_by: 'user',
      outcome: 'transferred',
      transferred_to: SALES,
    },
  });
  expect(await secondsOf(call.recording_stereo_url, 0, PERSON_HZ)).toBeGreaterThan(0.3);
  expect(await secondsOf(call.recording_stereo_url, 1, RINGING_HZ)).toBeGreaterThan(0.15);
  expect(await secondsOf(call.recording_stereo_url, 1, SALES_HZ)).toBeGreaterThan(0.15);
});

test('the diagnosis has the audio of both legs, and of none that did not answer', async () => {
  const { callId, person } = await calling();
  await transfer(callId, { method: 'bridge' });
  (await phones.nextCall()).reject(486);
  await account.callWhen(callId, ({ phase }) => phase === 'talking');
  await transfer(callId, { method: 'bridge' });
  const sales = await phones.answer(await phones.nextCall(), SALES_HZ);
  lines.push(sales);
  await Promise.all([person.hears(SALES_HZ), sales.hears(PERSON_HZ)]);
  await sales.hangUp();
  await account.callOver(callId);
  const { body } = await account.request('GET', `/calls/${callId}/diagnosis`);
  expect(body.media.map(({ leg }: { leg: number }) => leg)).toEqual([0, 2]);
  expect(body.media[1].packets_sent).toBeGreaterThan(0);
  expect(body.media[1].packets_received).toBeGreaterThan(0);
  expect(body.findings).toEqual([expect.objectContaining({ code: 'callee_busy', leg: 1, severity: 'info' })]);
  expect(body.findings[0].what).toMatch(/^Leg 1, to the target of a transfer: /);
});

test('a target whose audio does not get through to us is found, and named', async () => {
  const { callId, person } = await calling();
  await transfer(callId, { method: 'bridge' });
  const incoming = await phones.nextCall();
  const nowhere = new MediaNegotiation({ address: '127.0.0.1', port: await freePort(), codecs: ['PCMU'] });
  incoming.answer(nowhere.answerTo(incoming.sdp!).sdp);
  await account.callWhen(callId, ({ transferred_to }) => transferred_to === SALES);
  // 200 ms each.
  for (let times = 12; times > 0; times -= 1) await person.hearsSilence();
  await incoming.hangUp();
  await account.callOver(callId);
  const { body } = await account.request('GET', `/calls/${callId}/diagnosis`);
  expect(body).toMatchObject({ health: 'bad', findings: [{ code: 'no_sound_received', severity: 'error', leg: 1 }] });
  expect(body.verdict).toMatch(/^Leg 1, to the target of a transfer: No audio arrived from the other side/);
});

test('the target hangs up: the person’s call ends as well; a line that knows no REFER is bridged', async () => {
  const { callId, person, sales, incoming } = await bridged({ caller_id: 'caller', waiting_sound: 'music' });
  expect(incoming.from.user).toBe(PERSON);
  await sales.hangUp();
  await person.ended();
  expect(await account.callOver(callId)).toMatchObject({ end_reason: 'transferred', ended_by: 'system' });
});

test('one that is busy: the agent goes on, and may transfer again', async () => {
  const { callId, person } = await calling();
  await transfer(callId, { method: 'bridge' });
  (await phones.nextCall()).reject(486);
  await account.callWhen(callId, ({ phase }) => phase === 'talking');
  await transfer(callId, { method: 'bridge' });
  const sales = await phones.answer(await phones.nextCall(), SALES_HZ);
  lines.push(sales);
  await person.hears(SALES_HZ);
  await sales.hangUp();
  const call = await account.callOver(callId);
  expect(call).toMatchObject({ end_reason: 'transferred', transferred_to: SALES });
  expect(call.analysis.warnings).toContain(`The transfer to ${SALES} failed: the line is busy.`);
});

test('after a further transfer the first target hears nothing, the second is heard, and all is recorded', async () => {
  const { callId, person, sales } = await bridged();
  await account.callWhen(callId, (call) => call.transferred_to === SALES);
  await transfer(callId, { to: BILLING, method: 'bridge' });
  const incoming = await phones.nextCall();
  await person.hears(RINGING_HZ);
  const billing = await phones.answer(incoming, BILLING_HZ);
  lines.push(billing);
  await sales.ended();
  await Promise.all([person.hears(BILLING_HZ), billing.hears(PERSON_HZ)]);
  await account.callWhen(callId, (call) => call.transferred_to === BILLING);
  await billing.hangUp();
  await person.ended();
  const call = await account.callOver(callId);
  expect(call).toMatchObject({ end_reason: 'transferred', transferred_to: BILLING });
  expect(call.transcript).toContainEqual(
    expect.objectContaining({
      tool: expect.objectContaining({ name: 'transfer_call', arguments: { to: BILLING, by: expect.any(String) } }),
    }),
  );
  expect(await secondsOf(call.recording_stereo_url, 1, SALES_HZ)).toBeGreaterThan(0.15);
  expect(await secondsOf(call.recording_stereo_url, 1, BILLING_HZ)).toBeGreaterThan(0.15);
});

test('the person hangs up while it rings: it rings no more', async () => {
  const { callId, person } = await calling();
  await transfer(callId, { method: 'bridge' });
  const incoming = await phones.nextCall();
  const ended = new Promise<void>((resolve) => incoming.on((event) => event.type === 'ended' && resolve()));
  await person.hangUp();
  await ended;
  expect(await account.callOver(callId)).toMatchObject({ end_reason: 'user_hangup', transferred_to: null });
});

test('warm: the target is briefed while the caller hears ringing, presses 1, and is connected', async () => {
  const { callId, person } = await calling();
  await transfer(callId, { mode: 'warm', briefing: 'It is about an order.', waiting_sound: 'ringing' });
  const sales = await phones.answer(await phones.nextCall(), SALES_HZ);
  lines.push(sales);
  await Promise.all([sales.hearsSound(), person.hears(RINGING_HZ)]);
  expect((await account.request('GET', `/calls/${callId}`)).body.transferred_to).toBeNull();
  sales.press('1');
  await Promise.all([person.hears(SALES_HZ), sales.hears(PERSON_HZ)]);
  await person.hangUp();
  await sales.ended();
  expect(await account.callOver(callId)).toMatchObject({ end_reason: 'transferred', transferred_to: SALES });
});

test('warm, by REFER with Replaces: a line that refuses it leaves both with us', async () => {
  const { callId, person } = await calling();
  await transfer(callId, { mode: 'warm', method: 'refer', briefing: 'It is about an order.' });
  const sales = await phones.answer(await phones.nextCall(), SALES_HZ);
  lines.push(sales);
  await sales.hearsSound();
  sales.press('1');
  await Promise.all([person.hears(SALES_HZ), sales.hears(PERSON_HZ)]);
  await sales.hangUp();
  await person.ended();
  const call = await account.callOver(callId);
  expect(call).toMatchObject({ end_reason: 'transferred', transferred_to: SALES });
  expect(call.analysis.warnings).toEqual([expect.stringContaining('on this line (405). Parley stays between both.')]);
  const { ladder, findings } = (await account.request('GET', `/calls/${callId}/diagnosis`)).body;
  const refer = ladder.find(({ start_line: line }: { start_line: string }) => line.startsWith('REFER '));
  expect(refer.message).toMatch(/^Refer-To: <sip:[^>]+\?Replaces=[^>]+%3Bto-tag%3D[^>]+%3Bfrom-tag%3D[^>]+>/im);
  expect(findings).toContainEqual(expect.objectContaining({ code: 'transfer_refused', severity: 'info' }));
});

test('warm: the target says yes, and is connected', async () => {
  const { callId, person } = await calling();
  await transfer(callId, { mode: 'warm', briefing: 'It is about an order.' });
  const [yes] = await spoken('Yes.');
  const sales = await phones.answer(
    await phones.nextCall(),
    Int16Array.from([...new Int16Array(SAMPLE_RATE_HZ), ...yes!]),
  );
  lines.push(sales);
  await sales.hears(PERSON_HZ);
  await account.callWhen(callId, (call) => call.transferred_to === SALES);
  await person.hangUp();
  await sales.ended();
  expect(await account.callOver(callId)).toMatchObject({ end_reason: 'transferred', transferred_to: SALES });
});

test('warm: the target presses 2 and is hung up, and the agent goes on', async () => {
  const { callId, person } = await calling();
  await transfer(callId, { mode: 'warm', briefing: 'It is about an order.' });
  const sales = await phones.answer(await phones.nextCall(), SALES_HZ);
  await sales.hearsSound();
  sales.press('2');
  await sales.ended();
  await account.callWhen(callId, ({ phase }) => phase === 'talking');
  await person.hangUp();
  expect(await account.callOver(callId)).toMatchObject({ end_reason: 'user_hangup', transferred_to: null });
});

test('conference: target and caller hear each other and the agent, which goes on when one leaves', async () => {
  const { callId, person } = await calling(SILENT_HZ);
  await transfer(callId, { mode: 'conference' });
  const sales = await phones.answer(await phones.nextCall(), SILENT_HZ);
  lines.push(sales);
  // The first message of the agent is still being said.
  await Promise.all([sales.hearsSound(), person.hearsSound()]);
  await sales.hangUp();
  await account.callWhen(callId, ({ phase }) => phase === 'talking');
  await person.hangUp();
  expect(await account.callOver(callId)).toMatchObject({ end_reason: 'user_hangup', transferred_to: null });
});

test('conference: the agent is sent away, and the others go on', async () => {
  const { callId, person, sales } = await bridged({ mode: 'conference' });
  await account.callWhen(callId, ({ phase }) => phase === 'talking');
  const path = `/calls/${callId}`;
  expect((await account.request('PATCH', path, { body: { agent_present: false } })).status).toBe(200);
  await account.callWhen(callId, (call) => call.transferred_to === SALES);
  await Promise.all([person.hears(SALES_HZ), sales.hears(PERSON_HZ)]);
  person.press('7');
  await sales.hasHeard('7');
  await sales.hangUp();
  await person.ended();
  expect(await account.callOver(callId)).toMatchObject({ end_reason: 'transferred', transferred_to: SALES });
});

test('conference: all of it is recorded, and who joined is hung up when the person hangs up', async () => {
  const { callId, person, sales } = await bridged({ mode: 'conference' });
  const { phase, transferred_to } = await account.callWhen(callId, (call) => call.phase === 'talking');
  expect([phase, transferred_to]).toEqual(['talking', null]);
  await person.hangUp();
  await sales.ended();
  const { recording_stereo_url: url } = await account.callOver(callId);
  expect(await secondsOf(url, 0, PERSON_HZ)).toBeGreaterThan(0.15);
  expect(await secondsOf(url, 1, SALES_HZ)).toBeGreaterThan(0.15);
});

test.each([
  ['bridge', { method: 'bridge' }, SALES, 'transferring'],
  ['conference', { mode: 'conference' }, null, 'talking'],
])('after kill -9 in a %s the next start hangs up on both sides', async (_, way, transferredTo, phase) => {
  const { callId, person, sales } = await bridged(way);
  await account.callWhen(callId, (call) => call.transferred_to === transferredTo && call.phase === phase);
  await service.stop('SIGKILL');
  await service.start();
  await Promise.all([person.ended(), sales.ended()]);
  expect(await account.callOver(callId)).toMatchObject({
    ...{ status: 'failed', end_reason: 'interrupted_by_restart', transferred_to: transferredTo },
  });
});
