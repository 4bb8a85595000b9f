import { encodeG711 } from '@parley/audio';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { Account } from '../specification/accounts.ts';
import { freePort } from '../support/ports.ts';
import { Service } from '../support/service.ts';
import { fetchWav, soundBetween, stretchesOfSound } from '../support/sound.ts';
import { spoken } from '../support/spoken.ts';
import {
  AUTHENTICATE,
  GEO_PERMISSION,
  INVALID_TO,
  NEEDS_ADDRESS,
  NEEDS_ANY_ADDRESS,
  TOO_MANY,
  UNVERIFIED_CALLER_ID,
} from '../support/twilio/errors.ts';
import type { TwilioCall } from '../support/twilio/twilio-call.ts';
import { TwilioServer } from '../support/twilio/twilio-server.ts';

let twilio: TwilioServer;
let service: Service;
let account: Account;
/** What the callee says. */
let answer: Int16Array;
let objection: Int16Array;

beforeAll(async () => {
  twilio = await TwilioServer.start();
  const port = await freePort();
  service = await Service.start(
    {
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      TWILIO_ACCOUNT_SID: twilio.accountSid,
      TWILIO_AUTH_TOKEN: twilio.authToken,
      TWILIO_BASE_URL: twilio.baseUrl,
    },
    { port },
  );
  account = await Account.first(service);
  [answer, objection] = (await spoken(
    'Yes, please, go ahead, I have a moment.',
    'Wait a moment please, I have a question about my last bill.',
  )) as [Int16Array, Int16Array];
});
afterAll(async () => {
  await service?.remove();
  twilio?.close();
});

/** A number of no account, outside of the fictional range. */
const CALLEE = '+493055500001';

test('a call goes out over Twilio, and its recording has both sides', async () => {
  const { body: placed } = await account.place({ recipient_phone: CALLEE, max_duration: 12 });
  const talking = await account.callWhen(placed.call_id, ({ phase }) => phase === 'talking' || phase === 'ended');
  expect(talking).toMatchObject({ phase: 'talking', simulated: false });
  const [call] = twilio.calls;
  call!.stream!.say(encodeG711('PCMU', answer));
  const ended = await account.callOver(placed.call_id);
  expect(ended).toMatchObject({ status: 'completed', end_reason: 'max_duration', sip_code: 200 });
  await call!.over;
  expect(call!.status).toBe('completed');
  expect(call!.stream!.faults).toEqual([]);
  expect(new Set(call!.answers)).toEqual(new Set([204]));
  expect(call!.stream!.playback.playedBytes).toBeGreaterThan(8000);
  const wav = await fetchWav(ended.recording_stereo_url);
  expect(soundBetween(stretchesOfSound(wav, 0), 0, 60)).toBeGreaterThan((0.7 * answer.length) / 8000);
  expect(stretchesOfSound(wav, 1).length).toBeGreaterThan(0);
});

const warningsOf = (call: any): string => (call.analysis?.warnings ?? []).join(' ');
const ring = (call: TwilioCall) => call.become('initiated').then(() => call.become('ringing'));

test.each([
  ['busy', { SipResponseCode: '486' }, 'busy', 486],
  ['no-answer', {}, 'no_answer', null],
  ['failed', { SipResponseCode: '404' }, 'invalid_number', 404],
  ['canceled', {}, 'canceled', null],
] as const)('%s ends the call as that, however often it is reported', async (status, extra, endReason, sipCode) => {
  twilio.script = async (call) => {
    await ring(call);
    await call.become(status, extra);
    await call.report(status, extra);
  };
  const call = await account.call({ recipient_phone: CALLEE });
  expect(call).toMatchObject({ status: 'failed', end_reason: endReason, sip_code: sipCode, answered_at: null });
  await expect.poll(() => twilio.calls.at(-1)!.answers).toEqual([204, 204, 204, 204]);
});

test('reports that overtake each other and come twice change nothing', async () => {
  twilio.script = async (call, answer) => {
    const answered = answer();
    await call.report('ringing');
    await call.report('initiated');
    await call.report('in-progress');
    await call.report('ringing');
    await answered;
    await call.report('in-progress');
    await call.report('completed');
  };
  const { body: placed } = await account.place({ recipient_phone: CALLEE });
  await account.callWhen(
    placed.call_id,
    ({ phase }) => phase !== 'queued' && phase !== 'dialing' && phase !== 'ringing',
  );
  await twilio.calls.at(-1)!.hangUp();
  const call = await account.callOver(placed.call_id);
  expect(call).toMatchObject({ status: 'completed', end_reason: 'user_hangup', ended_by: 'user' });
});

test.each([
  ['refuses the credentials', [AUTHENTICATE], 'carrier_error', 'error 20003: Authenticate. Enter the account SID'],
  ['knows no such number', [INVALID_TO], 'invalid_number', ''],
] as const)('a call that Twilio %s for was never placed', async (_, errors, endReason, warning) => {
  twilio.refuse('POST Calls', ...errors);
  const before = twilio.calls.length;
  const call = await account.call({ recipient_phone: CALLEE });
  expect(call).toMatchObject({ status: 'failed', end_reason: endReason });
  expect(warningsOf(call)).toContain(warning);
  expect(twilio.calls).toHaveLength(before);
});

test.each([GEO_PERMISSION, UNVERIFIED_CALLER_ID])(
  'the doctor tells what Twilio refused a call for: $code',
  async (error) => {
    twilio.refuse('POST Calls', error);
    const { call_id: callId } = await account.call({ recipient_phone: CALLEE });
    const { body } = await service.request('GET', `/calls/${callId}/diagnosis`);
    expect(body).toMatchObject({ health: 'bad', findings: [{ code: 'carrier_fault', severity: 'error' }] });
    expect(body.verdict).toContain(`error ${error.code}: ${error.message}. `);
    expect(body.verdict).toMatch(/Twilio console/);
  },
);

test.each<[string, (call: TwilioCall) => Promise<void> | void, string]>([
  [
    'nothing',
    (call) => {
      call.options.statusCallback = null;
    },
    'reported nothing of it: PUBLIC_URL',
  ],
  [
    'with a wrong signature',
    (call) => {
      call.options.authToken = 'of-another-account';
      return ring(call);
    },
    'the signature of what was reported of it is wrong: the auth token must be the primary one',
  ],
])('a call of which Twilio reports %s says what is to be set', async (_, report, warning) => {
  twilio.script = async (call) => report(call);
  const { body: agents } = await service.request('GET', '/agents');
  const agent = `/agents/${agents.data[0].agent_id}`;
  await service.request('PATCH', agent, { body: { ring_timeout: 5 } });
  const call = await account.call({ agent_id: agents.data[0].agent_id, recipient_phone: CALLEE });
  await service.request('PATCH', agent, { body: { ring_timeout: agents.data[0].ring_timeout } });
  expect(call).toMatchObject({ status: 'failed', end_reason: 'carrier_error' });
  expect(warningsOf(call)).toContain(warning);
});

test('a call that comes too soon after others is placed a second later, once', async () => {
  twilio.refuse('POST Calls', TOO_MANY);
  twilio.script = (call) => call.become('busy');
  const before = twilio.calls.length;
  expect(await account.call({ recipient_phone: CALLEE })).toMatchObject({ end_reason: 'busy' });
  expect(twilio.calls).toHaveLength(before + 1);
});

test('a call that is not answered in time is canceled at Twilio', async () => {
  twilio.script = ring;
  const { body: placed } = await account.place({ recipient_phone: CALLEE });
  await account.callWhen(placed.call_id, ({ phase }) => phase === 'ringing');
  const call = await account.hangUp(placed.call_id);
  expect(call).toMatchObject({ status: 'failed', end_reason: 'canceled' });
  await twilio.calls.at(-1)!.over;
  expect(twilio.calls.at(-1)!.status).toBe('canceled');
});

test.each([
  ['its reports do not come either', false],
  ['its reports come', true],
])('a call whose request had no answer does not ring on: %s', async (_, isReported) => {
  twilio.script = async (call) => {
    if (!isReported) call.options.statusCallback = null;
    await ring(call);
  };
  twilio.lostAnswers.add('POST Calls');
  const { body: placed } = await account.place({ recipient_phone: CALLEE });
  const call = await account.callOver(placed.call_id);
  twilio.lostAnswers.clear();
  expect(call).toMatchObject({ status: 'failed', end_reason: 'carrier_error' });
  expect(warningsOf(call)).toContain('Twilio could not be reached');
  await twilio.calls.at(-1)!.over;
  expect(twilio.calls.at(-1)!.isOver).toBe(true);
});

test.each([
  ['and Twilio reports it afterwards', false],
  ['and Twilio has reported it before', true],
])('a stream that breaks off ends the call: %s', async (_, isReportedFirst) => {
  twilio.script = (_, answer) => answer();
  const { body: placed } = await account.place({ recipient_phone: CALLEE });
  await account.callWhen(placed.call_id, ({ phase }) => phase === 'talking');
  if (isReportedFirst) await twilio.calls.at(-1)!.report('completed');
  twilio.calls.at(-1)!.stream!.breakOff();
  const call = await account.callOver(placed.call_id);
  expect(call).toMatchObject({ status: 'failed', end_reason: 'carrier_error' });
  expect(warningsOf(call)).toContain('the media stream was closed');
});

test('keys that the callee presses reach the agent', async () => {
  twilio.script = (_, answer) => answer();
  const { body: placed } = await account.place({ recipient_phone: CALLEE, max_duration: 8 });
  await account.callWhen(placed.call_id, ({ phase }) => phase === 'talking');
  const { stream } = twilio.calls.at(-1)!;
  stream!.say(encodeG711('PCMU', answer));
  await vi.waitUntil(() => stream!.playback.playedBytes > 4000, { timeout: 10_000, interval: 20 });
  for (const digit of '42#') stream!.press(digit);
  const call = await account.callOver(placed.call_id);
  const texts = call.transcript.filter(({ role }: any) => role === 'user').map(({ text }: any) => text);
  expect(texts.join(' ')).toContain('42#');
});

test('what is interrupted stops at once, and the transcript has what Twilio has played', async () => {
  const agent = await account.newAgent({
    first_message: `Good morning. ${'This is a rather long announcement, which goes on for a while. '.repeat(4)}`,
  });
  twilio.script = (call, answer) => {
    // A network that delivers so late.
    call.lagMs = 600;
    return answer();
  };
  const { body: placed } = await account.place({ agent_id: agent.agent_id, recipient_phone: CALLEE });
  const waiting = { timeout: 20_000, interval: 20 };
  const call = await vi.waitUntil(() => twilio.calls.find(({ lagMs }) => lagMs > 0), waiting);
  const playback = await vi.waitUntil(() => call.stream?.playback, waiting);
  await vi.waitUntil(() => playback.playedBytes > 24_000, waiting);
  call.stream!.say(encodeG711('PCMU', objection));
  await vi.waitUntil(() => playback.clearedAfterMs.length > 0, waiting);
  await call.hangUp();
  const { transcript } = await account.callOver(placed.call_id);
  const [first] = transcript;
  expect(first).toMatchObject({ role: 'agent', interrupted: true });
  expect(playback.clearedBytes).toBeGreaterThan(8 * 400);
  // As exactly as marks tell, with the pauses of a voice that is slow; what was thrown away is 600 ms.
  expect(Math.abs(first.end - first.start - playback.clearedAfterMs[0]! / 1000)).toBeLessThan(0.15);
});

test('a number is searched, bought, rings its agent, and is given back', async () => {
  for (const phone of ['+14155550190', '+14155559001', '+14155559002']) twilio.available.set(phone, null);
  twilio.available.delete('+14155550190');
  twilio.available.set('+14155559002', NEEDS_ADDRESS);
  twilio.available.set('+14155559003', NEEDS_ANY_ADDRESS);
  const { body: offers } = await account.request('GET', '/numbers/available?area_code=415');
  expect(offers.data[0]).toEqual({
    ...{ phone_number: '+14155559001', country: 'US', area_code: '415', source: 'twilio' },
  });
  twilio.available.set('+46701234567', null);
  const search = (country: string) => account.request('GET', `/numbers/available?country=${country}`);
  expect((await search('SE')).body.data).toContainEqual(expect.objectContaining({ phone_number: '+46701234567' }));
  expect((await search('ZZ')).body.error).toMatchObject({
    ...{ param: 'country', message: 'Twilio sells neither local nor mobile numbers of ZZ.' },
  });
  twilio.available.delete('+46701234567');
  const buy = (phone_number: string) =>
    account.request('POST', '/numbers', { body: { phone_number, agent_id: account.agentId } });
  for (const [phone, code] of [
    ['+14155559002', '21613'],
    ['+14155559003', '21631'],
    ['+14155559009', '21422'],
  ] as const) {
    const { status, body } = await buy(phone);
    expect([status, body.error.param]).toEqual([422, 'phone_number']);
    expect(body.error.message).toContain(`error ${code}`);
  }
  const at = ['--account', account.accountId];
  expect(await service.parley('numbers', 'search', ...at, '--area-code', '415')).toEqual(offers);
  await expect(service.parley('numbers', 'buy', '+14155559002', ...at)).rejects.toThrow('error 21613');
  const { status, body: number } = await buy('+14155559001');
  expect([status, number.source]).toEqual([201, 'twilio']);

  const assign = ['numbers', 'assign', '+14155559001', ...at, '--agent'];
  expect((await service.parley(...assign, 'none')).agent_id).toBeNull();
  const { data: agents } = await service.parley('agents', 'list', ...at);
  const { name } = agents.find(({ agent_id: id }: any) => id === account.agentId);
  expect((await service.parley(...assign, name.toUpperCase())).agent_id).toBe(account.agentId);

  const { call, done } = await twilio.callIn('+14155559001', '+14155550123', {
    fields: { StirVerstat: 'TN-Validation-Passed-A', CallerName: 'ALEX MORGAN', ForwardedFrom: '+14155550177' },
  });
  await vi.waitUntil(() => (call.stream?.playback.playedBytes ?? 0) > 4000, { timeout: 20_000, interval: 20 });
  await call.hangUp();
  await done;
  const { data } = (await account.request('GET', '/calls?limit=1')).body;
  expect(await account.callOver(data[0].call_id)).toMatchObject({
    ...{ direction: 'inbound', recipient_phone: '+14155559001', from_number: '+14155550123', simulated: false },
    ...{ status: 'completed', end_reason: 'user_hangup' },
    caller_identity: {
      name: 'ALEX MORGAN',
      diverted_from: [{ number: '+14155550177' }],
      stir: { attestation: 'A', verdict: 'verified', orig: '+14155550123' },
    },
  });

  const withheld = await twilio.callIn('+14155559001', '+266696687');
  await vi.waitUntil(() => withheld.call.stream, { timeout: 20_000, interval: 20 });
  await withheld.call.hangUp();
  await withheld.done;
  const [hidden] = (await account.request('GET', '/calls?limit=1')).body.data;
  expect(hidden.call_id).not.toBe(data[0].call_id);
  expect(await account.callOver(hidden.call_id)).toMatchObject({ direction: 'inbound', from_number: null });

  const forged = await twilio.callIn('+14155559001', '+14155550123', { authToken: 'another-token' });
  expect([forged.status, forged.twiml.includes('Stream')]).toEqual([403, false]);
  expect((await account.request('GET', '/calls?limit=1')).body.data[0].call_id).toBe(hidden.call_id);

  await account.request('PATCH', `/numbers/${number.number_id}`, { body: { agent_id: null } });
  const unanswered = await twilio.callIn('+14155559001');
  expect(unanswered.twiml).toContain('<Reject reason="rejected"/>');

  expect((await account.request('DELETE', `/numbers/${number.number_id}`)).status).toBe(204);
  expect(twilio.numbers.size).toBe(0);
});

const voiceUrlHere = (carrierId: string) =>
  `${service.baseUrl.replace('/v1', '')}/carriers/twilio/accounts/${carrierId}/voice`;

test('a number that the account has at Twilio already is connected, and stays there when it is released', async () => {
  const own = await TwilioServer.start({ behind: twilio });
  const other = await Account.create(service, 'growth');
  const body = { kind: 'twilio', account_sid: own.accountSid, auth_token: own.authToken };
  const carrierId = (await other.request('POST', '/carriers', { body })).body.carrier_id;
  const connect = (phone_number: string, way: object = { carrier_id: carrierId }) =>
    other.request('POST', '/numbers', { body: { phone_number, agent_id: other.agentId, ...way } });
  const owned = own.own('+14155557001');
  own.own('+141555570011');
  own.own('+14155557002', { hasVoice: false });
  own.own('+14155557003', { voiceUrl: 'https://shop.example.com/calls' });
  own.own('+14155557004', { trunkSid: 'TK1' });
  own.own('+14155557005', { voiceApplicationSid: 'AP1' });
  own.own('+14155557006', { voiceUrl: `https://former.example.com/carriers/twilio/accounts/${carrierId}/voice` });
  own.available.set('+14155557009', null);

  for (const [phone, why] of [
    ['+14155557002', 'takes no calls: Twilio has it without voice'],
    ['+14155557003', 'Calls to +14155557003 go to https://shop.example.com/calls. Clear that address in the Twilio'],
    ['+14155557004', 'go to the SIP trunk TK1. Connect it as a number of that trunk, or'],
    ['+14155557005', 'go to the TwiML App AP1.'],
    ['+14155557009', 'This Twilio account does not have +14155557009.'],
  ] as const) {
    const refused = await connect(phone);
    expect([refused.status, refused.body.error?.param]).toEqual([422, 'phone_number']);
    expect(refused.body.error.message).toContain(why);
  }
  expect(own.available.has('+14155557009')).toBe(true);

  const { status, body: number } = await connect('+14155557001');
  expect([status, number]).toEqual([
    201,
    expect.objectContaining({ source: 'twilio', carrier_id: carrierId, is_bought: false }),
  ]);
  expect(owned.voiceUrl).toBe(voiceUrlHere(carrierId));
  const { call, done } = await own.callIn('+14155557001');
  await vi.waitUntil(() => (call.stream?.playback.playedBytes ?? 0) > 0, { timeout: 20_000, interval: 20 });
  await call.hangUp();
  await done;
  const { data } = (await other.request('GET', '/calls?limit=1')).body;
  expect(await other.callOver(data[0].call_id)).toMatchObject({
    recipient_phone: '+14155557001',
    direction: 'inbound',
  });

  expect((await other.request('DELETE', `/numbers/${number.number_id}`)).status).toBe(204);
  expect([own.numbers.has(owned.sid), owned.voiceUrl]).toEqual([true, '']);
  // A number that the account has already is connected when it is bought; what rang an earlier address of this service rings the present one.
  for (const phone of ['+14155557001', '+14155557006']) {
    const again = await connect(phone, {});
    expect([again.status, again.body.is_bought]).toEqual([201, false]);
  }
  const at = ['--account', other.accountId];
  expect(await service.parley('numbers', 'release', '+14155557006', ...at)).toMatchObject({ released: true });
  expect(await service.parley('numbers', 'connect', '+14155557006', ...at, '--carrier', carrierId)).toMatchObject({
    ...{ phone_number: '+14155557006', carrier_id: carrierId, is_bought: false },
  });
  expect(own.numbers.size).toBe(7);
  expect((await connect('+14155557001', { carrier_id: carrierId, trunk_id: 'trk_1' })).body.error.param).toBe(
    'carrier_id',
  );
  expect((await connect('+14155557007', { carrier_id: 'crr_0' })).status).toBe(404);
  own.close();
});

test('a number that was bought by a request whose answer was lost is bought once, and given back', async () => {
  twilio.available.set('+14155559123', null);
  twilio.lostAnswers.add('POST IncomingPhoneNumbers');
  const buy = () => account.request('POST', '/numbers', { body: { phone_number: '+14155559123' } });
  expect((await buy()).status).toBe(503);
  twilio.lostAnswers.clear();
  const { status, body: number } = await buy();
  expect([status, number.is_bought]).toEqual([201, true]);
  expect((await account.request('DELETE', `/numbers/${number.number_id}`)).status).toBe(204);
  expect([...twilio.numbers.values()].map(({ phoneNumber }) => phoneNumber)).not.toContain('+14155559123');
});

test('an account has a Twilio account of its own: tested, bought from, called through, and answered by it alone', async () => {
  const own = await TwilioServer.start({ accountSid: `AC${'7'.repeat(32)}`, behind: twilio });
  const other = await Account.create(service, 'growth');
  const body = { kind: 'twilio', account_sid: own.accountSid, auth_token: 'wrong' };
  const { body: carrier } = await other.request('POST', '/carriers', { body });
  const path = `/carriers/${carrier.carrier_id}`;
  const { body: wrong } = await other.request('POST', `${path}/test`);
  expect(wrong).toMatchObject({
    ok: false,
    steps: [
      { name: 'public_url', ok: true },
      { name: 'websocket', ok: true },
      // What to do is said once.
      { name: 'credentials', ok: false, detail: 'Twilio answered 401, error 20003: Authenticate.' },
    ],
  });
  await other.request('PATCH', path, { body: { auth_token: own.authToken } });
  const { body: right } = await other.request('POST', `${path}/test`);
  expect(right.ok).toBe(true);
  expect(right.steps.at(-1).detail).toMatch(/^Twilio reports calls to no number here\./);
  const former = `https://former.example.com/carriers/twilio/accounts/${carrier.carrier_id}/voice`;
  const stray = own.own('+14155559222', { voiceUrl: former });
  const { steps } = (await other.request('POST', `${path}/test`)).body;
  expect(steps.at(-1)).toMatchObject({ name: 'numbers', ok: false });
  expect(steps.at(-1).detail).toContain(`calls to +14155559222 to an earlier address: ${former}`);
  expect(steps.at(-1).remedy).toContain(voiceUrlHere(carrier.carrier_id));
  own.numbers.delete(stray.sid);
  const moved = own.own('+14155559223');
  const wanted = { phone_number: '+14155559223', carrier_id: carrier.carrier_id, agent_id: other.agentId };
  const connected = await other.request('POST', '/numbers', { body: wanted });
  moved.voiceUrl = former;
  const again = await other.request('POST', '/numbers', { body: wanted });
  expect([again.status, again.body, moved.voiceUrl]).toEqual([201, connected.body, voiceUrlHere(carrier.carrier_id)]);
  await other.request('DELETE', `/numbers/${connected.body.number_id}`);
  own.numbers.clear();
  const lastStep = async () => (await other.request('POST', `${path}/test`)).body.steps.at(-1);
  own.own('+14155559333', { voiceUrl: voiceUrlHere(carrier.carrier_id) });
  expect((await own.callIn('+14155559333', '+14155550100', { authToken: 'secondary' })).status).toBe(403);
  expect(await lastStep()).toMatchObject({
    ...{ name: 'signature', ok: false, detail: expect.stringContaining('was not signed by Twilio for it') },
    remedy: expect.stringMatching(/^The auth token must be the primary one/),
  });
  expect((await own.callIn('+14155559333')).twiml).toContain('<Reject');
  expect(await lastStep()).toMatchObject({
    name: 'numbers',
    ok: true,
    detail: 'Twilio reports calls to 1 number here.',
  });
  own.numbers.clear();

  own.available.set('+14155559111', null);
  const { body: number } = await other.request('POST', '/numbers', {
    body: { phone_number: '+14155559111', agent_id: other.agentId },
  });
  expect(number.source).toBe('twilio');
  own.script = (call) => call.become('busy');
  expect(await other.call({ recipient_phone: CALLEE })).toMatchObject({ end_reason: 'busy', simulated: false });
  expect(own.calls.map(({ options: { from, to } }) => [from, to])).toEqual([['+14155559111', CALLEE]]);

  const { call } = await own.callIn('+14155559111');
  await vi.waitUntil(() => (call.stream?.playback.playedBytes ?? 0) > 0, { timeout: 20_000, interval: 20 });
  await call.hangUp();
  // A number of another account does not ring, even when Twilio reports a call to it.
  own.numbers.set('PN0', { ...[...own.numbers.values()][0]!, sid: 'PN0', phoneNumber: '+12025550150' });
  expect((await own.callIn('+12025550150')).twiml).toContain('<Reject');

  expect((await other.request('DELETE', path)).status).toBe(409);
  const { data } = (await other.request('GET', '/calls?limit=1')).body;
  await other.callOver(data[0].call_id);
  const { data: numbers } = (await other.request('GET', '/numbers')).body;
  const simulated = numbers.find(({ source }: any) => source === 'simulated');
  expect(simulated.is_default).toBe(true);
  expect((await other.request('DELETE', `/numbers/${number.number_id}`)).status).toBe(204);
  expect(own.numbers.has('PN0') && own.numbers.size).toBe(1);
  expect((await other.request('DELETE', path)).status).toBe(204);
  expect(await other.call()).toMatchObject({ simulated: true });
  own.close();
});

test('a call whose process is killed is ended at Twilio', async () => {
  twilio.script = (_, answer) => answer();
  const { body: placed } = await account.place({ recipient_phone: CALLEE });
  await account.callWhen(placed.call_id, ({ phase }) => phase === 'talking');
  const call = twilio.calls.at(-1)!;
  await vi.waitUntil(() => call.stream !== null, { timeout: 10_000, interval: 20 });
  await service.stop('SIGKILL');
  await call.over;
  const before = twilio.requests.length;
  await service.start();
  expect(await account.callOver(placed.call_id)).toMatchObject({
    status: 'failed',
    end_reason: 'interrupted_by_restart',
  });
  await vi.waitUntil(() => twilio.requests.slice(before).includes('POST Calls'), { timeout: 10_000, interval: 20 });
  // Twilio has ended it with its stream, and refuses to end it again: that is no fault.
  await vi.waitUntil(() => service.output.includes('hung up in a call that its process had lost'), { timeout: 10_000 });
  expect(service.output).not.toContain('a lost call could not be hung up');
});
