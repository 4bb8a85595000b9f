import { afterAll, beforeAll, expect, test } from 'vitest';
import { growingPauses } from '../support/growing-pauses.ts';
import { type SpokenSentence, spokenSentences } from '../support/known-speech.ts';
import { OwnSpeechServer } from '../support/own-speech-server.ts';
import { freePort } from '../support/ports.ts';
import { Service } from '../support/service.ts';
import { SipCaller } from '../support/sip-caller.ts';

const ORDER = 'i would like two large pepperoni pizzas and a bottle of lemonade';
const ADDRESS = 'please deliver them to forty two maple street behind the library';
const HANDBOOK = `# Pizza Verde

## Prices

A large pepperoni pizza costs eleven euros and a bottle of lemonade three.

## Delivery

We deliver to the library and to Maple Street within twenty minutes.
`;
const PRICE = 'A large pepperoni pizza costs eleven euros and a bottle of lemonade three.';
const TIME = 'We deliver to the library and to Maple Street within twenty minutes.';
const UNKNOWN = 'I do not know.';

let server: OwnSpeechServer;
let service: Service;
let caller: SipCaller;
let sentences: SpokenSentence[];
let handbook: string;

beforeAll(async () => {
  sentences = await spokenSentences([ORDER, ADDRESS]);
  server = await OwnSpeechServer.start(sentences);
  const trunkPort = await freePort();
  service = await Service.start({
    OPENAI_COMPATIBLE_BASE_URL: server.url,
    PARLEY_SIP_TRUNK: `127.0.0.1:${trunkPort}`,
  });
  caller = await SipCaller.start(trunkPort);
  const { body } = await service.request('POST', '/documents?name=Handbook', {
    body: HANDBOOK,
    headers: { 'content-type': 'text/markdown' },
  });
  handbook = body.document_id;
  for (const pause of growingPauses()) {
    if ((await service.request('GET', `/documents/${handbook}`)).body.status === 'ready') break;
    await pause();
  }
});

afterAll(async () => {
  await caller?.close();
  await service?.remove();
  await server?.close();
});

/** What the caller is about, even where a recognizer on a busy host has lost a word. */
const topicOf = (words: string) =>
  /pepperoni|pizzas|lemonade/i.test(words) ? 'pepperoni' : /deliver|maple|library/i.test(words) ? 'deliver' : undefined;

/** A model that knows only what is in the request: it says the sentence that contains the asked word. */
function answerFrom(given: string, asked: string): string {
  const topic = topicOf(asked);
  const sentences = given.match(/[A-Z][^.[\]:]*\./g) ?? [];
  return sentences.find((one) => topic !== undefined && topicOf(one) === topic) ?? UNKNOWN;
}

async function talk(knowledge: object): Promise<any> {
  const agent = (await service.request('GET', '/agents')).body.data[0];
  const settings = {
    prompt: 'You take orders for a pizzeria.',
    first_message: 'Good evening, this is Pizza Verde. What would you like?',
    ...{ model: 'openai-compatible/talk', voice_id: 'openai-compatible/alloy', transcriber: 'openai-compatible' },
    disclosure: null,
    knowledge,
  };
  const { status } = await service.request('PATCH', `/agents/${agent.agent_id}`, { body: settings });
  expect(status).toBe(200);
  const before = (await service.request('GET', '/calls?direction=inbound')).body.total;
  await caller.call(service.address.sipPort, agent.phone_number);
  await caller.agentStopped();
  for (const { samples } of sentences) {
    await caller.say(samples);
    await caller.agentStopped();
  }
  await caller.hangUp();
  const { body } = await service.request('GET', '/calls?direction=inbound');
  expect(body.total).toBe(before + 1);
  return service.callWhen(body.data[0].call_id, ({ analysis }: any) => analysis !== null);
}

const turns = (call: any, role: string) => call.transcript.filter((turn: any) => turn.role === role);
const source = (passage: number, heading: string) => ({
  document_id: handbook,
  name: 'Handbook',
  passage,
  heading: `Pizza Verde › ${heading}`,
});

test('the passages that fit what the caller says are before the model, and the turn names them', async () => {
  server.useTool = () => null;
  server.reply = (words) => answerFrom(words, words.slice(words.lastIndexOf(']')));
  const call = await talk({ document_ids: [handbook], mode: 'context' });
  const [greeting, price, time] = turns(call, 'agent');
  expect(greeting.sources).toBeUndefined();
  expect(price.text).toBe(PRICE);
  expect(price.sources[0]).toEqual(source(1, 'Prices'));
  expect(time.text).toBe(TIME);
  expect(time.sources[0]).toEqual(source(2, 'Delivery'));
  expect(call.analysis.warnings ?? []).toEqual([]);
  expect(server.chats.flatMap(({ tools = [] }) => tools.map((tool: any) => tool.function.name))).not.toContain(
    'search_knowledge',
  );
});

test('the model looks it up by itself, and the turn names the result', async () => {
  server.useTool = ({ messages, stream }) => {
    const last = messages.at(-1);
    const asked = last.role === 'user' ? topicOf(JSON.stringify(last.content)) : undefined;
    return stream && asked ? { name: 'search_knowledge', arguments: { query: asked } } : null;
  };
  server.reply = (words, { messages }) => {
    const last = messages.at(-1);
    return last.role === 'tool' ? answerFrom(String(last.content), words) : UNKNOWN;
  };
  const call = await talk({ document_ids: [handbook], mode: 'tool' });
  const [, price, time] = turns(call, 'agent');
  expect(price.text).toBe(PRICE);
  expect(price.sources).toEqual([source(1, 'Prices')]);
  expect(time.text).toBe(TIME);
  expect(time.sources).toEqual([source(2, 'Delivery')]);
  const [tool] = turns(call, 'tool');
  expect(tool.tool).toMatchObject({ name: 'search_knowledge', arguments: { query: 'pepperoni' } });
  expect(tool.tool.result).toContain(PRICE);
});

test('without documents the model is asked as ever', async () => {
  server.useTool = () => null;
  server.reply = (words) => answerFrom(words, words);
  const call = await talk({ document_ids: [] });
  const [, price, time] = turns(call, 'agent');
  expect([price.text, time.text]).toEqual([UNKNOWN, UNKNOWN]);
  expect([price.sources, time.sources]).toEqual([undefined, undefined]);
});
