import { SAMPLE_RATE_HZ, tone } from '@parley/audio';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Account } from '../specification/accounts.ts';
import { freePort } from '../support/ports.ts';
import { Service } from '../support/service.ts';
import { fetchWav, soundBetween, stretchesOfSound } from '../support/sound.ts';
import { spoken } from '../support/spoken.ts';
import { TonePhones } from '../support/tone-phones.ts';

const ANN = '+4930123456';
const GREETING =
  'you have reached the voicemail of john smith i am not available right now please leave a message after the beep';
const MESSAGE = 'Hello {{name}}. This is the dental practice. Please call us back about Friday.';
const SAID = 'Hello Ann. This is the dental practice. Please call us back about Friday.';
/** In seconds: between the beep and the message, and behind what the answering machine has heard of it. */
const [SOON_S, SHORT_S] = [2, 3];

let phones: TonePhones;
let service: Service;
let account: Account;
let greeting: Int16Array;

beforeAll(async () => {
  const port = await freePort();
  phones = await TonePhones.start(port);
  service = await Service.start({ PARLEY_SIP_TRUNK: `127.0.0.1:${port}` });
  account = await Account.first(service);
  [greeting = new Int16Array()] = await spoken(GREETING);
  const body = { voicemail: { action: 'message', message: MESSAGE } };
  expect((await account.request('PATCH', `/agents/${account.agentId}`, { body })).status).toBe(200);
});

afterAll(async () => {
  await service?.remove();
  await phones?.close();
});

const silence = (ms: number) => new Int16Array((SAMPLE_RATE_HZ * ms) / 1000);
const joined = (...parts: Int16Array[]) => Int16Array.from(parts.flatMap((part) => [...part]));
const soundOf = (samples: number[]) =>
  stretchesOfSound({ sampleRateHz: SAMPLE_RATE_HZ, channels: 1, samples: Int16Array.from(samples) }, 0);

/** One after the other, since a telephone does not know which call it answers. */
let answering: Promise<unknown> = Promise.resolve();

async function callTo(number: string, behindGreeting: Int16Array) {
  const { body } = await account.place({ recipient_phone: number, variables: { name: 'Ann' } });
  const incoming = await phones.nextCall();
  return {
    callId: body.call_id as string,
    machine: await phones.answer(incoming, joined(silence(300), greeting, behindGreeting)),
  };
}

const beep = () => tone([1000], 500, { amplitude: 0.3 });

test.concurrent.each([
  ['beeps', 1, () => joined(silence(300), beep()), 0],
  ['does not beep', 2, () => silence(20), 1.3],
  ['beeps when the message has begun', 3, () => joined(silence(2500), beep()), 0],
])(
  'an answering machine that %s has the whole message once, with its variables, and is hung up on',
  async (_, last, behind, waitS) => {
    const dialled = answering.then(() => callTo(`${ANN}${last}`, behind()));
    answering = dialled.catch(() => {});
    const { callId, machine } = await dialled;
    await machine.ended();
    const call = await account.callOver(callId);
    expect(call).toMatchObject({
      status: 'completed',
      end_reason: 'voicemail',
      answered_by: 'voicemail',
      outcome: 'voicemail',
    });
    const message = call.transcript.filter(({ role }: any) => role === 'agent').at(-1);
    expect([message.text, message.interrupted]).toEqual([SAID, false]);
    const lengthS = message.end - message.start;
    const taken = soundOf(machine.recorded);
    // What it has recorded is the message, from its first word to its last, once, and soon over.
    expect(taken[0]!.startS).toBeGreaterThanOrEqual(waitS);
    expect(taken[0]!.startS).toBeLessThan(waitS + SOON_S);
    // What was being said while it beeped breaks off.
    expect(Math.abs(taken.at(-1)!.endS - taken[0]!.startS - lengthS)).toBeLessThan(0.7);
    expect(machine.recorded.length / SAMPLE_RATE_HZ - taken.at(-1)!.endS).toBeLessThan(SHORT_S);
    const wav = await fetchWav(call.recording_stereo_url);
    const behindGreetingS = stretchesOfSound(wav, 0).at(-1)!.endS;
    const sentS = soundBetween(stretchesOfSound(wav, 1), behindGreetingS, Number.POSITIVE_INFINITY);
    expect(Math.abs(sentS - soundBetween(taken, 0, Number.POSITIVE_INFINITY))).toBeLessThan(0.5);
  },
);
