import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../support/ports.ts';
import { Service } from '../support/service.ts';
import { SipCaller } from '../support/sip-caller.ts';
import { fetchWav, soundBetween, stretchesOfSound } from '../support/sound.ts';

const ANNOUNCEMENT = `Good morning. ${'This is a rather long announcement, which goes on for a while. '.repeat(4)}`;
/** A key is known with the first packet of its event; then the agent fades out. */
const LATEST_STOP_S = 0.3;

let service: Service;
let caller: SipCaller;

beforeAll(async () => {
  const trunkPort = await freePort();
  service = await Service.start({ PARLEY_SIP_TRUNK: `127.0.0.1:${trunkPort}` });
  caller = await SipCaller.start(trunkPort);
});

afterAll(async () => {
  await caller?.close();
  await service?.remove();
});

test('a key that the caller presses (RFC 4733) silences the agent, and is what the caller said', async () => {
  const agent = (await service.request('GET', '/agents')).body.data[0];
  const settings = { first_message: ANNOUNCEMENT, disclosure: null };
  expect((await service.request('PATCH', `/agents/${agent.agent_id}`, { body: settings })).status).toBe(200);
  await caller.call(service.address.sipPort, agent.phone_number);
  await caller.agentSpoke(1500);
  caller.press('1');
  await caller.agentFellSilent();
  await caller.hangUp();

  const { body } = await service.request('GET', '/calls?direction=inbound');
  const call = await service.callWhen(body.data[0].call_id, ({ analysis }: any) => analysis !== null);
  const [first, key] = call.transcript;
  expect(first).toMatchObject({ role: 'agent', interrupted: true });
  expect(ANNOUNCEMENT.startsWith(first.text.replace(/\S+…$/, '').trim())).toBe(true);
  expect(key).toMatchObject({ role: 'user', text: '[keys: 1]' });
  expect(first.end - key.start).toBeLessThan(LATEST_STOP_S);
  const spoken = stretchesOfSound(await fetchWav(call.recording_stereo_url), 1);
  expect(soundBetween(spoken, key.start + LATEST_STOP_S, key.start + LATEST_STOP_S + 0.3)).toBe(0);
});
