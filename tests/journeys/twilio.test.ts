import { encodeG711 } from '@parley/audio';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Account } from '../specification/accounts.ts';
import { freePort } from '../support/ports.ts';
import { Service } from '../support/service.ts';
import { fetchWav, soundBetween, stretchesOfSound } from '../support/sound.ts';
import { spoken } from '../support/spoken.ts';
import { AUTHENTICATE, INVALID_TO, TOO_MANY } from '../support/twilio/errors.ts';
import type { TwilioCall } from '../support/twilio/twilio-call.ts';
import { TwilioServer } from '../support/twilio/twilio-server.ts';

let twilio: TwilioServer;
let service: Service;
let account: Account;
/** What the callee says. */
let answer: Int16Array;

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
  [answer] = (await spoken('Yes, please, go ahead, I have a moment.')) as [Int16Array];
});
afterAll(async () => {
  await service?.remove();
  twilio?.close();
});

/** Nobody's, and outside of the fictional range. */
const SOMEBODY = '+493055500001';

test('a call goes out over Twilio, and its recording has both sides', async () => {
  const { body: placed } = await account.place({ recipient_phone: SOMEBODY, max_duration: 8 });
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
  const call = await account.call({ recipient_phone: SOMEBODY });
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
  const { body: placed } = await account.place({ recipient_phone: SOMEBODY });
  await account.callWhen(
    placed.call_id,
    ({ phase }) => phase !== 'queued' && phase !== 'dialing' && phase !== 'ringing',
  );
  await twilio.calls.at(-1)!.hangUp();
  const call = await account.callOver(placed.call_id);
  expect(call).toMatchObject({ status: 'completed', end_reason: 'user_hangup', ended_by: 'user' });
});

test.each([
  ['refuses the credentials', [AUTHENTICATE], 'carrier_error', 'error 20003: Authenticate Enter the account SID'],
  ['knows no such number', [INVALID_TO], 'invalid_number', ''],
] as const)('a call that Twilio %s for was never placed', async (_, errors, endReason, warning) => {
  twilio.refuse('POST Calls', ...errors);
  const before = twilio.calls.length;
  const call = await account.call({ recipient_phone: SOMEBODY });
  expect(call).toMatchObject({ status: 'failed', end_reason: endReason });
  expect(warningsOf(call)).toContain(warning);
  expect(twilio.calls).toHaveLength(before);
});

test('a call that comes too soon after others is placed a second later, once', async () => {
  twilio.refuse('POST Calls', TOO_MANY);
  twilio.script = (call) => call.become('busy');
  const before = twilio.calls.length;
  expect(await account.call({ recipient_phone: SOMEBODY })).toMatchObject({ end_reason: 'busy' });
  expect(twilio.calls).toHaveLength(before + 1);
});

test('a call that nobody answers in time is canceled at Twilio', async () => {
  twilio.script = ring;
  const { body: placed } = await account.place({ recipient_phone: SOMEBODY });
  await account.callWhen(placed.call_id, ({ phase }) => phase === 'ringing');
  const call = await account.hangUp(placed.call_id);
  expect(call).toMatchObject({ status: 'failed', end_reason: 'canceled' });
  await twilio.calls.at(-1)!.over;
  expect(twilio.calls.at(-1)!.status).toBe('canceled');
});

test('a stream that breaks off ends the call', async () => {
  twilio.script = (_, answer) => answer();
  const { body: placed } = await account.place({ recipient_phone: SOMEBODY });
  await account.callWhen(placed.call_id, ({ phase }) => phase === 'talking');
  twilio.calls.at(-1)!.stream!.breakOff();
  const call = await account.callOver(placed.call_id);
  expect(call).toMatchObject({ status: 'failed', end_reason: 'carrier_error' });
  expect(warningsOf(call)).toContain('the media stream was closed');
});
