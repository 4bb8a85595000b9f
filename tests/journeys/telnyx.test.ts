import { encodeG711 } from '@parley/audio';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { Account } from '../specification/accounts.ts';
import { freePort } from '../support/ports.ts';
import { Service } from '../support/service.ts';
import { fetchWav, soundBetween, stretchesOfSound } from '../support/sound.ts';
import { spoken } from '../support/spoken.ts';
import { AUTHENTICATION_FAILED, COUNTRY_FORBIDDEN, INVALID_TO, TOO_MANY } from '../support/telnyx/errors.ts';
import { SigningKey } from '../support/telnyx/signing-key.ts';
import type { TelnyxCall } from '../support/telnyx/telnyx-call.ts';
import { TelnyxServer } from '../support/telnyx/telnyx-server.ts';

let telnyx: TelnyxServer;
let service: Service;
let account: Account;
let carrierPath: string;
/** What the callee says. */
let answer: Int16Array;
let objection: Int16Array;

const WAITING = { timeout: 20_000, interval: 20 };

beforeAll(async () => {
  telnyx = await TelnyxServer.start();
  const port = await freePort();
  service = await Service.start({ PUBLIC_URL: `http://127.0.0.1:${port}`, TELNYX_BASE_URL: telnyx.baseUrl }, { port });
  account = await Account.first(service);
  const body = { kind: 'telnyx', ...telnyx.credentials, api_key: 'wrong' };
  const { status, body: carrier } = await account.request('POST', '/carriers', { body });
  expect(status).toBe(201);
  carrierPath = `/carriers/${carrier.carrier_id}`;
  [answer, objection] = (await spoken(
    'Yes, please, go ahead, I have a moment.',
    'Wait a moment please, I have a question about my last bill.',
  )) as [Int16Array, Int16Array];
});
afterAll(async () => {
  await service?.remove();
  telnyx?.close();
});
beforeEach(() => {
  telnyx.script = async (call, answered) => {
    await call.initiate();
    await answered();
  };
});

/** Of no one, and outside of the fictional range. */
const CALLEE = '+493055500001';

const warningsOf = (call: any): string => (call.analysis?.warnings ?? []).join(' ');
const lastCall = () => telnyx.calls.at(-1)!;

test('the test of an account says what is wrong with the key, the connection and the outbound voice profile', async () => {
  const steps = async () => (await account.request('POST', `${carrierPath}/test`)).body;
  expect(await steps()).toMatchObject({
    ok: false,
    steps: [
      { name: 'public_url', ok: true },
      { name: 'websocket', ok: true },
      { name: 'credentials', ok: false },
    ],
  });
  await account.request('PATCH', carrierPath, { body: { api_key: telnyx.apiKey } });
  telnyx.outboundProfileId = null;
  const { steps: taken } = await steps();
  expect(taken.at(-1)).toMatchObject({ name: 'connection', ok: false });
  expect(taken.at(-1).detail).toContain('outbound voice profile');
  telnyx.outboundProfileId = '1293384261075731461';
  expect(await steps()).toMatchObject({ ok: true });
  const [before, path] = [telnyx.webhookUrl, carrierPath.replace('/carriers/', '/carriers/telnyx/accounts/')];
  telnyx.webhookUrl = `https://former.example.com${path}/events`;
  expect((await steps()).steps.at(-1)).toMatchObject({
    ...{
      name: 'connection',
      ok: false,
      detail: expect.stringContaining('to an earlier address: https://former.example.com'),
    },
    remedy: expect.stringContaining(`${path}/events`),
  });
  telnyx.webhookUrl = before;
});

test('a call goes out over Telnyx, and its recording has both sides, whichever way its chunks overtake', async () => {
  telnyx.script = async (call, answered) => {
    call.isOutOfOrder = true;
    await call.initiate();
    await answered();
  };
  const { body: placed } = await account.place({ recipient_phone: CALLEE });
  const talking = await account.callWhen(placed.call_id, ({ phase }) => phase === 'talking' || phase === 'ended');
  expect(talking).toMatchObject({ phase: 'talking', simulated: false });
  const { stream } = lastCall();
  stream!.say(encodeG711('PCMU', answer));
  const saidBytes = answer.length + 8000;
  await vi.waitUntil(
    () => stream!.playback.heard.length * 160 > saidBytes && stream!.playback.playedBytes > 8000,
    WAITING,
  );
  await lastCall().hangUp();
  const ended = await account.callOver(placed.call_id);
  expect(ended).toMatchObject({ status: 'completed', end_reason: 'user_hangup', ended_by: 'user', sip_code: 200 });
  expect(stream!.faults).toEqual([]);
  expect(new Set(lastCall().answers)).toEqual(new Set([200]));
  const wav = await fetchWav(ended.recording_stereo_url);
  expect(soundBetween(stretchesOfSound(wav, 0), 0, 60)).toBeGreaterThan((0.7 * answer.length) / 8000);
  expect(stretchesOfSound(wav, 1).length).toBeGreaterThan(0);
});

test.each([
  ['user_busy', '486', 'busy', 486],
  ['timeout', 'unspecified', 'no_answer', null],
  ['no_answer', '480', 'no_answer', 480],
  ['call_rejected', '603', 'rejected', 603],
  ['not_found', '404', 'invalid_number', 404],
  ['originator_cancel', '487', 'canceled', null],
  ['unspecified', '503', 'carrier_error', 503],
] as const)('%s, SIP %s, ends the call so, however often it is reported', async (cause, sip, endReason, sipCode) => {
  const hangup = { hangup_cause: cause, sip_hangup_cause: sip };
  telnyx.script = async (call) => {
    await call.initiate();
    await call.end(hangup);
    await call.tell('call.hangup', hangup);
  };
  const call = await account.call({ recipient_phone: CALLEE });
  expect(call).toMatchObject({ status: 'failed', end_reason: endReason, sip_code: sipCode, answered_at: null });
  await expect.poll(() => lastCall().answers).toEqual([200, 200, 200]);
});

test('events that overtake each other and come twice change nothing', async () => {
  telnyx.script = async (call, answered) => {
    const answering = answered();
    await call.tell('call.answered');
    await call.initiate();
    await answering;
    await call.initiate();
    await call.tell('call.answered');
  };
  const { body: placed } = await account.place({ recipient_phone: CALLEE });
  await account.callWhen(placed.call_id, ({ phase }) => phase !== 'queued' && phase !== 'dialing');
  await vi.waitUntil(() => lastCall().answers.length >= 5, WAITING);
  // The report of its end comes before the stream ends.
  await lastCall().tell('call.hangup', { hangup_cause: 'normal_clearing', sip_hangup_cause: '200' });
  await lastCall().hangUp();
  const call = await account.callOver(placed.call_id);
  expect(call).toMatchObject({ status: 'completed', end_reason: 'user_hangup', ended_by: 'user' });
});

test.each([
  ['refuses the credentials', AUTHENTICATION_FAILED, 'carrier_error', 'error 10009: Authentication failed'],
  ['may not call the country', COUNTRY_FORBIDDEN, 'carrier_error', 'Permit this country in the Telnyx portal'],
  ['knows no such number', INVALID_TO, 'invalid_number', ''],
] as const)('a call that Telnyx %s for was never placed', async (_, error, endReason, warning) => {
  telnyx.refuse('POST calls', error);
  const before = telnyx.calls.length;
  const call = await account.call({ recipient_phone: CALLEE });
  expect(call).toMatchObject({ status: 'failed', end_reason: endReason });
  expect(warningsOf(call)).toContain(warning);
  expect(telnyx.calls).toHaveLength(before);
});

test.each<[string, (call: TelnyxCall) => void, string]>([
  [
    'nothing',
    (call) => {
      call.options.webhookUrl = null;
    },
    'reported nothing of it: PUBLIC_URL (http://127.0.0.1:',
  ],
  [
    'with a wrong signature',
    (call) => {
      call.options.key = new SigningKey();
    },
    'the signature of what was reported of it is wrong: the public key must be the one that the Telnyx portal shows',
  ],
])('a call of which Telnyx reports %s says what is to be set', async (_, misreport, warning) => {
  telnyx.script = async (call) => {
    misreport(call);
    await call.initiate();
  };
  const agent = await account.newAgent({ ring_timeout: 5 });
  const call = await account.call({ agent_id: agent.agent_id, recipient_phone: CALLEE });
  expect(call).toMatchObject({ status: 'failed', end_reason: 'carrier_error' });
  expect(warningsOf(call)).toContain(warning);
  expect(lastCall().hangup?.hangup_cause).toBe('originator_cancel');
});

test('a call that comes too soon after others is placed a second later, once', async () => {
  telnyx.refuse('POST calls', TOO_MANY);
  telnyx.script = (call) => call.end({ hangup_cause: 'user_busy', sip_hangup_cause: '486' });
  const before = telnyx.calls.length;
  expect(await account.call({ recipient_phone: CALLEE })).toMatchObject({ end_reason: 'busy' });
  expect(telnyx.calls).toHaveLength(before + 1);
});

test('a call that is hung up before it is answered is canceled at Telnyx', async () => {
  telnyx.script = (call) => call.initiate();
  const before = telnyx.calls.length;
  const { body: placed } = await account.place({ recipient_phone: CALLEE });
  await vi.waitUntil(() => telnyx.calls[before]?.answers.length === 1, WAITING);
  const call = await account.hangUp(placed.call_id);
  expect(call).toMatchObject({ status: 'failed', end_reason: 'canceled' });
  await lastCall().over;
  expect(lastCall().hangup?.hangup_cause).toBe('originator_cancel');
});

test.each([
  ['it is among the calls of the connection', false],
  ['its events come', true],
])('a call whose request had no answer does not ring on: %s', async (_, isTold) => {
  telnyx.script = async () => {};
  telnyx.lostAnswers.add('POST calls');
  if (isTold) telnyx.refuse('GET connections', TOO_MANY, TOO_MANY, TOO_MANY);
  const { body: placed } = await account.place({ recipient_phone: CALLEE });
  const call = await account.callOver(placed.call_id);
  telnyx.lostAnswers.clear();
  expect(call).toMatchObject({ status: 'failed', end_reason: 'carrier_error' });
  expect(warningsOf(call)).toContain('Telnyx could not be reached');
  if (isTold) await lastCall().initiate();
  await lastCall().over;
  telnyx.refuse('GET connections');
});

test('a stream that breaks off ends the call, at Telnyx too, which would go on with it', async () => {
  const { body: placed } = await account.place({ recipient_phone: CALLEE });
  await account.callWhen(placed.call_id, ({ phase }) => phase === 'talking');
  lastCall().stream!.breakOff();
  const call = await account.callOver(placed.call_id);
  expect(call).toMatchObject({ status: 'failed', end_reason: 'carrier_error' });
  expect(warningsOf(call)).toContain('the media stream was closed');
  await lastCall().over;
});

test('a call whose stream Telnyx cannot open ends with the reason, and is hung up', async () => {
  telnyx.script = async (call) => {
    await call.initiate();
    await call.answer({
      ...{ stream_url: 'ws://127.0.0.1:9/nothing', stream_bidirectional_mode: 'rtp', stream_codec: 'PCMU' },
    });
  };
  const call = await account.call({ recipient_phone: CALLEE });
  expect(call).toMatchObject({ status: 'failed', end_reason: 'carrier_error' });
  expect(warningsOf(call)).toContain('PUBLIC_URL must be the address at which Telnyx reaches this service');
  expect(warningsOf(call)).toContain('connection_failed');
  await lastCall().over;
});

test('keys that the callee presses reach the agent', async () => {
  const { body: placed } = await account.place({ recipient_phone: CALLEE, max_duration: 8 });
  await account.callWhen(placed.call_id, ({ phase }) => phase === 'talking');
  const { stream } = lastCall();
  stream!.say(encodeG711('PCMU', answer));
  await vi.waitUntil(() => stream!.playback.playedBytes > 4000, WAITING);
  for (const digit of '42#') stream!.press(digit);
  const call = await account.callOver(placed.call_id);
  expect(call.end_reason).toBe('max_duration');
  expect(lastCall().hangup).toMatchObject({ hangup_cause: 'normal_clearing' });
  const texts = call.transcript.filter(({ role }: any) => role === 'user').map(({ text }: any) => text);
  expect(texts.join(' ')).toContain('42#');
});

test('what is interrupted stops at once, and the transcript has what Telnyx has played', async () => {
  const agent = await account.newAgent({
    first_message: `Good morning. ${'This is a rather long announcement, which goes on for a while. '.repeat(4)}`,
  });
  telnyx.script = (call, answered) => {
    // A network that delivers so late.
    call.lagMs = 600;
    return answered();
  };
  const before = telnyx.calls.length;
  const { body: placed } = await account.place({ agent_id: agent.agent_id, recipient_phone: CALLEE });
  const call = await vi.waitUntil(() => telnyx.calls[before], WAITING);
  const playback = await vi.waitUntil(() => call.stream?.playback, WAITING);
  await vi.waitUntil(() => playback.playedBytes > 24_000, WAITING);
  call.stream!.say(encodeG711('PCMU', objection));
  await vi.waitUntil(() => playback.clearedAfterMs.length > 0, WAITING);
  await call.hangUp();
  const { transcript } = await account.callOver(placed.call_id);
  const [first] = transcript;
  expect(first).toMatchObject({ role: 'agent', interrupted: true });
  expect(playback.clearedBytes).toBeGreaterThan(8 * 400);
  // As exactly as marks tell, with the pauses of a voice that is slow; what was thrown away is 600 ms.
  expect(Math.abs(first.end - first.start - playback.clearedAfterMs[0]! / 1000)).toBeLessThan(0.15);
});

const lastCallId = async (): Promise<string | undefined> =>
  (await account.request('GET', '/calls?limit=1')).body.data[0]?.call_id;
const isSpokenTo = (call: TelnyxCall) => () => (call.stream?.playback.playedBytes ?? 0) > 4000;
const buy = (phone_number: string) =>
  account.request('POST', '/numbers', { body: { phone_number, agent_id: account.agentId } });

test('a number is searched, bought, rings its agent, and is given back', async () => {
  telnyx.available.set('+14155559001', []);
  telnyx.available.set('+14155559002', [
    { label: 'Proof of address', field_type: 'document' },
    { label: 'Tax ID', field_type: 'textual' },
  ]);
  const { body: early } = await buy('+14155559001');
  expect(early.error.message).toContain('Search for it first');
  const { body: offers } = await account.request('GET', '/numbers/available?area_code=415');
  expect(offers.data[0]).toEqual({
    ...{ phone_number: '+14155559001', country: 'US', area_code: '415', source: 'telnyx' },
  });
  const unmet = await buy('+14155559002');
  expect([unmet.status, unmet.body.error.param]).toEqual([422, 'phone_number']);
  expect(unmet.body.error.message).toContain('Proof of address (document), Tax ID (textual)');
  expect(unmet.body.error.message).toContain('requirement group for local numbers in US');
  expect((await buy('+14155559009')).body.error.message).toContain('error 85000');
  telnyx.own('+14155559005', '1234');
  expect((await buy('+14155559005')).body.error.message).toContain('at the connection 1234');

  // Bought by a request that was broken off, or in the portal: it is taken over, and rings this service.
  const loose = telnyx.own('+14155559006', null);
  const { body: taken } = await buy('+14155559006');
  expect([taken.is_bought, loose.connection_id]).toEqual([false, telnyx.connectionId]);
  expect((await account.request('DELETE', `/numbers/${taken.number_id}`)).status).toBe(204);
  expect(telnyx.numbers.has(loose.id)).toBe(true);
  const carrier_id = carrierPath.slice('/carriers/'.length);
  const connect = (phone_number: string) => account.request('POST', '/numbers', { body: { phone_number, carrier_id } });
  expect((await connect('+14155559006')).body).toMatchObject({ source: 'telnyx', carrier_id, is_bought: false });
  const ordered = telnyx.requests.filter((kind) => kind === 'POST number_orders').length;
  expect((await connect('+14155559001')).body.error.message).toContain('does not have +14155559001');
  expect(telnyx.requests.filter((kind) => kind === 'POST number_orders')).toHaveLength(ordered);

  telnyx.ordersWait = 2;
  const { status, body: number } = await buy('+14155559001');
  expect([status, number.source]).toEqual([201, 'telnyx']);
  expect(telnyx.webhookUrl).toContain('/carriers/telnyx/accounts/crr_');

  const call = await telnyx.callIn('+14155559001', '+14155550123', {
    fields: {
      ...{ caller_id_name: 'Alex Morgan', shaken_stir_attestation: 'B', shaken_stir_validated: true },
      sip_headers: [{ name: 'Diversion', value: '<sip:+14155550177@telnyx.example>;reason=user-busy' }],
    },
  });
  await vi.waitUntil(isSpokenTo(call), WAITING);
  await call.initiate();
  await call.hangUp();
  const inbound = await lastCallId();
  expect(await account.callOver(inbound!)).toMatchObject({
    ...{ direction: 'inbound', recipient_phone: '+14155559001', from_number: '+14155550123', simulated: false },
    ...{ status: 'completed', end_reason: 'user_hangup' },
    caller_identity: {
      name: 'Alex Morgan',
      diverted_from: [{ number: '+14155550177', reason: 'user-busy' }],
      stir: { attestation: 'B', verdict: 'verified', orig: '+14155550123' },
    },
  });

  await account.request('PATCH', `/numbers/${number.number_id}`, { body: { agent_id: null } });
  const unanswered = await telnyx.callIn('+14155559001');
  await unanswered.over;
  expect(unanswered.hangup?.hangup_cause).toBe('call_rejected');

  expect((await account.request('DELETE', `/numbers/${number.number_id}`)).status).toBe(204);
  expect([...telnyx.numbers.values()].map(({ phone_number }) => phone_number)).toEqual([
    '+14155559005',
    '+14155559006',
  ]);
  telnyx.approvedGroups.push('0a1b2c3d');
  const { body: regulated } = await buy('+14155559002');
  expect(regulated.source).toBe('telnyx');
});

test('what Telnyx has not signed, or not now, does nothing; neither does a beginning after its end', async () => {
  const rings = telnyx.calls.length;
  const before = await lastCallId();
  const to = '+14155559002';
  const forged = await telnyx.callIn(to, '+14155550123', { key: new SigningKey() });
  expect(forged.answers).toEqual([403]);
  const old = await telnyx.key.post(telnyx.webhookUrl!, forged.event('call.initiated'), { agoS: 301 });
  expect(old.status).toBe(403);
  const unknown = telnyx.webhookUrl!.replace(/crr_\w+/, `crr_${'0'.repeat(26)}`);
  expect((await telnyx.key.post(unknown, forged.event('call.initiated'))).status).toBe(404);
  const unexpected = forged.event('call.initiated', { connection_id: '1234' });
  expect((await telnyx.key.post(telnyx.webhookUrl!, unexpected)).status).toBe(200);
  const { answers } = forged;
  await forged.tell('call.hangup', { hangup_cause: 'originator_cancel' });
  expect(answers.at(-1)).toBe(403);
  await telnyx.key.post(telnyx.webhookUrl!, forged.event('call.hangup', { hangup_cause: 'originator_cancel' }));
  expect((await telnyx.key.post(telnyx.webhookUrl!, forged.event('call.initiated'))).status).toBe(200);
  expect(await lastCallId()).toBe(before);
  expect([telnyx.calls.length, forged.isAnswered]).toEqual([rings, false]);
  const lastStep = async () => (await account.request('POST', `${carrierPath}/test`)).body.steps.at(-1);
  expect(await lastStep()).toMatchObject({ name: 'connection', ok: true });
  await forged.tell('call.hangup', { hangup_cause: 'originator_cancel' });
  expect(await lastStep()).toMatchObject({ name: 'signature', ok: false });

  // An event of the account, to a number that is not of this carrier account.
  const elsewhere = await telnyx.callIn('+12025550150');
  await elsewhere.over;
  expect(elsewhere.hangup?.hangup_cause).toBe('call_rejected');
});

test('a carrier account with numbers stays; without, calls ring the simulated phone again', async () => {
  expect((await account.request('DELETE', carrierPath)).status).toBe(409);
  const other = await Account.create(service, 'growth');
  const body = { kind: 'telnyx', ...telnyx.credentials };
  const { body: carrier } = await other.request('POST', '/carriers', { body });
  telnyx.script = (call) => call.end({ hangup_cause: 'user_busy', sip_hangup_cause: '486' });
  expect(await other.call({ recipient_phone: CALLEE })).toMatchObject({ end_reason: 'busy', simulated: false });
  expect((await other.request('DELETE', `/carriers/${carrier.carrier_id}`)).status).toBe(204);
  const { body: placed } = await other.place({ recipient_phone: CALLEE });
  expect(await other.hangUp(placed.call_id)).toMatchObject({ simulated: true });
});

test('a call whose process is killed is ended at Telnyx, which goes on with it', async () => {
  const { body: placed } = await account.place({ recipient_phone: CALLEE });
  await account.callWhen(placed.call_id, ({ phase }) => phase === 'talking');
  const call = lastCall();
  await service.stop('SIGKILL');
  expect(call.isOver).toBe(false);
  await service.start();
  expect(await account.callOver(placed.call_id)).toMatchObject({
    status: 'failed',
    end_reason: 'interrupted_by_restart',
  });
  await call.over;
  await vi.waitUntil(() => service.output.includes('hung up in a call that its process had lost'), WAITING);
});
