import { OpenAiServer } from '@parley/providers/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { KnownSpeech, type SpokenSentence, spokenSentences, understood } from '../support/known-speech.ts';
import { freePort } from '../support/ports.ts';
import { Service } from '../support/service.ts';
import { SipCaller } from '../support/sip-caller.ts';
import { fetchWav, soundBetween, stretchesOfSound } from '../support/sound.ts';
import { spoken } from '../support/spoken.ts';

const ORDER = 'i would like two large pepperoni pizzas and a bottle of lemonade';
const CORRECTION = 'no wait make it three small ones please';
const THANKS = 'thank you very much that is all for today';

const GREETING = 'Good evening, this is Pizza Verde. What would you like?';
const STORY =
  'Two large pepperoni pizzas and a bottle of lemonade. The pizzas come with olives, with onions, and with our own tomato sauce, and the lemonade is cold.';
const CORRECTED = 'Three small ones, then.';
const CONNECTED = 'One moment, I connect you with the kitchen.';
const GOODBYE = 'They will be there in half an hour. Goodbye.';

let server: OpenAiServer;
let service: Service;
let caller: SipCaller;
let sentences: SpokenSentence[];

beforeAll(async () => {
  sentences = await spokenSentences([ORDER, CORRECTION, THANKS]);
  const texts = [GREETING, STORY, CORRECTED, CONNECTED, GOODBYE];
  const sounds = await spoken(...texts);
  const known = sentences.map((sentence) => new KnownSpeech(sentence));
  server = await new OpenAiServer().start();
  server.talk.speak = (text) => sounds[texts.indexOf(text)] ?? new Int16Array(0);
  server.talk.onTranscribe = (audio) => understood(known, [...audio]).text;
  const trunkPort = await freePort();
  service = await Service.start({
    OPENAI_API_KEY: server.apiKey,
    OPENAI_BASE_URL: `${server.baseUrl}/v1`,
    PARLEY_SIP_TRUNK: `127.0.0.1:${trunkPort}`,
  });
  caller = await SipCaller.start(trunkPort);
});

afterAll(async () => {
  await caller?.close();
  await service?.remove();
  await server?.close();
});

test('a call is held by one model, which hears, speaks, calls tools and is interrupted', async () => {
  const agent = (await service.request('GET', '/agents')).body.data[0];
  const settings = {
    prompt: 'You take orders for a pizzeria.',
    first_message: GREETING,
    ...{ model: 'openai/gpt-realtime', voice_id: 'openai/cedar', disclosure: null },
    tools: [{ type: 'send_dtmf' }],
  };
  const { status } = await service.request('PATCH', `/agents/${agent.agent_id}`, { body: settings });
  expect(status).toBe(200);

  await caller.call(service.address.sipPort, agent.phone_number);
  await caller.agentStopped();
  server.talk.answerNext({ text: STORY });
  await caller.say(sentences[0]!.samples);
  await caller.agentSpoke(2000);
  server.talk.answerNext({
    text: CORRECTED,
    calls: [{ id: 'call_1', name: 'send_dtmf', arguments: { digits: '5' } }],
  });
  await caller.say(sentences[1]!.samples);
  // Not the story, which the caller has interrupted.
  await caller.agentSpoke(200);
  await caller.agentStopped();
  server.talk.answerNext({
    text: GOODBYE,
    calls: [{ id: 'call_2', name: 'end_call', arguments: { outcome: 'success' } }],
  });
  await caller.say(sentences[2]!.samples);
  await caller.ended();

  const { session, setup } = server.talk;
  expect(setup.prompt).toContain('You take orders for a pizzeria.');
  expect(setup.voice).toBe('cedar');
  expect(setup.tools).toEqual(['send_dtmf', 'end_call']);
  expect(session.settings.audio?.input?.format).toEqual({ type: 'audio/pcmu' });
  expect(session.settings.audio?.output?.format).toEqual({ type: 'audio/pcmu' });

  const { body } = await service.request('GET', '/calls?direction=inbound');
  const call = await service.callWhen(body.data[0].call_id, ({ analysis }: any) => analysis !== null);
  const turns = (role: string) => call.transcript.filter((turn: any) => turn.role === role);
  expect(turns('user').map(({ text }: any) => text)).toEqual([ORDER, CORRECTION, THANKS]);
  const [greeting, story, corrected, goodbye] = turns('agent');
  expect([greeting.text, corrected.text, goodbye.text]).toEqual([GREETING, CORRECTED, GOODBYE]);
  expect(story).toMatchObject({ interrupted: true, generated_text: STORY });
  expect(STORY.startsWith(story.text)).toBe(true);
  expect(story.text.length).toBeGreaterThan(10);
  expect(story.text.length).toBeLessThan(STORY.length);
  // What the model remembers ends where the caller stopped hearing it.
  expect(session.truncations).toHaveLength(1);
  expect(Math.abs(session.truncations[0]!.heardMs - (story.end - story.start) * 1000)).toBeLessThan(150);
  expect(session.refusals).toEqual([]);
  const tools = turns('tool').map(({ tool }: any) => [tool.name, tool.arguments]);
  expect(tools).toEqual([
    ['send_dtmf', { digits: '5' }],
    ['end_call', { outcome: 'success' }],
  ]);
  expect(call).toMatchObject({
    status: 'completed',
    end_reason: 'agent_hangup',
    ended_by: 'agent',
    outcome: 'success',
  });
  expect(call.analysis.warnings ?? []).toEqual([]);
  expect(call.latency.turns).toBe(3);
  // What the model's server spoke is what was heard.
  const wav = await fetchWav(call.recording_stereo_url);
  const stretches = stretchesOfSound(wav, 1);
  for (const turn of turns('agent'))
    expect(soundBetween(stretches, turn.start, turn.end) / (turn.end - turn.start)).toBeGreaterThan(0.6);
  // From the caller's first word over the story the line falls silent at once.
  const interruption = turns('user')[1];
  expect(story.end - interruption.start).toBeLessThan(0.3);
});

test('a model that hears and never answers does not leave the caller in silence; the call says why it failed', async () => {
  const { body: listed } = await service.request('GET', '/agents');
  const agent = listed.data[0];
  server.talk.onTranscribe = () => ORDER;
  server.talk.onAnswer = ({ instructions }) => (instructions?.includes(GREETING) ? { text: GREETING } : null);
  await caller.call(service.address.sipPort, agent.phone_number);
  await caller.agentStopped();
  await caller.say(sentences[0]!.samples);
  await caller.ended();

  const { body } = await service.request('GET', '/calls?direction=inbound');
  const call = await service.callWhen(body.data[0].call_id, ({ analysis }: any) => analysis !== null);
  expect(call).toMatchObject({ status: 'failed', end_reason: 'llm_error' });
  expect(call.transcript.map(({ role, text }: any) => `${role}: ${text}`)).toEqual([
    `agent: ${GREETING}`,
    `user: ${ORDER}`,
    'agent: One moment, please.',
    "agent: I'm still on it.",
    "agent: Sorry, I'm having technical difficulties. Goodbye.",
  ]);
  // The dialogue so far went to the session that was opened in the place of the first one.
  expect(server.talk.history).toContain(`assistant: ${GREETING}`);
  expect(call.analysis.warnings.join('\n')).toContain('did not answer');
  const wav = await fetchWav(call.recording_stereo_url);
  const sounds = [...stretchesOfSound(wav, 0), ...stretchesOfSound(wav, 1)].toSorted((a, b) => a.startS - b.startS);
  let heardUntilS = 0;
  const silences = sounds.map(({ startS, endS }) => {
    const silenceS = startS - heardUntilS;
    heardUntilS = Math.max(heardUntilS, endS);
    return silenceS;
  });
  expect(Math.max(...silences)).toBeLessThan(2.5);
});

test('it hands a call over when its words were heard', async () => {
  const agent = (await service.request('GET', '/agents')).body.data[0];
  const destinations = [{ name: 'Kitchen', phone_number: '+12025550113' }];
  const settings = {
    ...{ prompt: 'You take orders for a pizzeria.', first_message: null, disclosure: null },
    ...{ model: 'openai/gpt-realtime', voice_id: 'openai/cedar' },
    tools: [{ type: 'transfer_call', destinations }],
  };
  const { body } = await service.request('PATCH', `/agents/${agent.agent_id}`, { body: settings });
  expect(body.error).toBeUndefined();
  const transfer = { id: 'call_3', name: 'transfer_call', arguments: { destination: 'Kitchen' } };
  server.talk.answerNext({ text: CONNECTED, calls: [transfer] });
  const request = { agent_id: agent.agent_id, recipient_phone: '+12025550101', max_duration: 60 };
  const placed = await service.request('POST', '/call', { body: request });
  const call = await service.callOver(placed.body.call_id);
  expect(call).toMatchObject({ end_reason: 'transferred', ended_by: 'agent', transferred_to: '+12025550113' });
  const said = call.transcript.findLast((turn: any) => turn.role === 'agent');
  expect(said).toMatchObject({ text: CONNECTED, interrupted: false });
  // It rings there for six seconds.
  expect(call.duration).toBeGreaterThan(said.end + 5.5);
  expect(call.transcript.at(-1).tool).toMatchObject({ name: 'transfer_call', result: 'The call was transferred.' });
});
