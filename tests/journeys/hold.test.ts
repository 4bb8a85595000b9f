import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { Account } from '../specification/accounts.ts';
import { freePort } from '../support/ports.ts';
import { Service } from '../support/service.ts';
import { type ToneLine, TonePhones } from '../support/tone-phones.ts';

const PERSON = '+4930999999';
const PERSON_HZ = 700;
/** A silent line. */
const SILENT_HZ = 0;
const RINGING_HZ = 425;

let phones: TonePhones;
let service: Service;
let account: Account;
let agent: any;
let line: ToneLine | null = null;

beforeAll(async () => {
  const port = await freePort();
  phones = await TonePhones.start(port);
  service = await Service.start({ PARLEY_SIP_TRUNK: `127.0.0.1:${port}` });
  account = await Account.first(service);
  [agent] = (await account.request('GET', '/agents')).body.data;
  const turn_taking = { ...agent.turn_taking, reminder_ms: 2000, end_ms: 2000 };
  await account.request('PATCH', `/agents/${agent.agent_id}`, { body: { turn_taking, first_message: 'Hello.' } });
});

afterEach(() => line?.hangUp());

afterAll(async () => {
  await service?.remove();
  await phones?.close();
});

async function calling(frequencyHz: number): Promise<{ callId: string; person: ToneLine }> {
  const person = await phones.call(service.address.sipPort, agent.phone_number, PERSON, frequencyHz);
  line = person;
  const { data } = (await account.request('GET', '/calls?direction=inbound&limit=1')).body;
  const callId = data[0].call_id;
  await account.callWhen(callId, ({ phase }) => phase === 'talking');
  return { callId, person };
}

const update = (callId: string, body: object) => account.request('PATCH', `/calls/${callId}`, { body });

test('a person on hold hears it ring and nothing of the agent, who does not end the call for silence; then it goes on', async () => {
  const { callId, person } = await calling(SILENT_HZ);
  expect((await update(callId, { on_hold: true, waiting_sound: 'ringing' })).body).toMatchObject({
    ...{ call_id: callId, phase: 'talking', on_hold: true },
  });
  // Two periods of the tone: longer than a reminder takes, and the end after it.
  for (let period = 0; period < 2; period += 1) {
    await person.hears(RINGING_HZ);
    await person.hearsSilence();
  }
  expect((await update(callId, { on_hold: false })).body).toMatchObject({ on_hold: false });
  // The agent goes on where it was, and reminds whom it does not hear.
  await person.hearsSound();
  await person.hangUp();
  const call = await account.callOver(callId);
  expect(call).toMatchObject({ end_reason: 'user_hangup', on_hold: false });
  const hold = call.transcript.find(({ tool }: any) => tool?.name === 'put_on_hold');
  expect(hold).toMatchObject({ role: 'tool', tool: { arguments: { by: expect.any(String) } } });
  expect(hold.end - hold.start).toBeGreaterThan(5);
  const { data } = (await account.request('GET', `/calls/${callId}/events`)).body;
  const acts = data.filter(({ event }: any) => event === 'call.control').map((event: any) => event.data.action);
  expect(acts).toEqual(['held', 'resumed']);
});

test('a person who hangs up while on hold ends the call, and a transfer ends the hold', async () => {
  const first = await calling(PERSON_HZ);
  await update(first.callId, { on_hold: true });
  await first.person.hearsSound();
  await first.person.hangUp();
  expect(await account.callOver(first.callId)).toMatchObject({ end_reason: 'user_hangup', on_hold: false });
  const { callId, person } = await calling(PERSON_HZ);
  await update(callId, { on_hold: true });
  const body = { to: '+4930123456', method: 'bridge', waiting_sound: 'ringing' };
  expect((await account.request('POST', `/calls/${callId}/transfer`, { body })).body.on_hold).toBe(false);
  await person.hears(RINGING_HZ);
  (await phones.nextCall()).reject(486);
  await account.callWhen(callId, ({ phase }) => phase === 'talking');
  expect((await account.request('GET', `/calls/${callId}`)).body.on_hold).toBe(false);
});
