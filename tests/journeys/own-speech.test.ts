import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SpokenSentence, spokenSentences } from '../support/known-speech.ts';
import { OwnSpeechServer } from '../support/own-speech-server.ts';
import { freePort } from '../support/ports.ts';
import { Service } from '../support/service.ts';
import { SipCaller } from '../support/sip-caller.ts';
import { fetchWav, soundBetween, stretchesOfSound } from '../support/sound.ts';

/** Nothing of it is in the grammar of the built-in recognizer of the service. */
const ORDER = 'i would like two large pepperoni pizzas and a bottle of lemonade';
const ADDRESS = 'please deliver them to forty two maple street behind the library';

let server: OwnSpeechServer;
let service: Service;
let caller: SipCaller;
let sentences: SpokenSentence[];

beforeAll(async () => {
  sentences = await spokenSentences([ORDER, ADDRESS]);
  server = await OwnSpeechServer.start(sentences);
  const trunkPort = await freePort();
  service = await Service.start({
    OPENAI_COMPATIBLE_BASE_URL: server.url,
    PARLEY_SIP_TRUNK: `127.0.0.1:${trunkPort}`,
  });
  caller = await SipCaller.start(trunkPort);
});

afterAll(async () => {
  await caller?.close();
  await service?.remove();
  await server?.close();
});

test('free speech is understood word for word and answered, with ears, voice and mind on a server of one’s own', async () => {
  server.reply = (words) =>
    /pizza/.test(words)
      ? 'Two large pepperoni pizzas. Where shall we bring them?'
      : 'They will be there in half an hour.';
  const agent = (await service.request('GET', '/agents')).body.data[0];
  const settings = {
    prompt: 'You take orders for a pizzeria.',
    first_message: 'Good evening, this is Pizza Verde. What would you like?',
    ...{ model: 'openai-compatible/talk', voice_id: 'openai-compatible/alloy', transcriber: 'openai-compatible' },
    disclosure: null,
  };
  const { status } = await service.request('PATCH', `/agents/${agent.agent_id}`, { body: settings });
  expect(status).toBe(200);
  await caller.call(service.address.sipPort, agent.phone_number);
  await caller.agentStopped();
  await caller.say(sentences[0]!.samples);
  await caller.agentStopped();
  await caller.say(sentences[1]!.samples);
  await caller.agentStopped();
  await caller.hangUp();

  const { body } = await service.request('GET', '/calls?direction=inbound');
  const call = await service.callWhen(body.data[0].call_id, ({ analysis }: any) => analysis !== null);
  const said = (role: string) => call.transcript.filter((turn: any) => turn.role === role).map(({ text }: any) => text);
  expect(said('user')).toEqual([ORDER, ADDRESS]);
  expect(said('agent')).toEqual([
    'Good evening, this is Pizza Verde. What would you like?',
    'Two large pepperoni pizzas. Where shall we bring them?',
    'They will be there in half an hour.',
  ]);
  expect(call).toMatchObject({ status: 'completed', end_reason: 'user_hangup' });
  expect(call.analysis.warnings ?? []).toEqual([]);
  // What the server spoke is what was heard: the recording has audio where the agent's words are.
  const wav = await fetchWav(call.recording_stereo_url);
  const stretches = stretchesOfSound(wav, 1);
  for (const turn of call.transcript.filter(({ role }: any) => role === 'agent'))
    expect(soundBetween(stretches, turn.start, turn.end) / (turn.end - turn.start)).toBeGreaterThan(0.6);
});
