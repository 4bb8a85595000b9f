import { MediaNegotiation, UserAgent } from '@parley/sip';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { Account, BUSY, TALKS } from '../specification/accounts.ts';
import { type FakeAnswer, FakeOpenAi } from '../support/fake-openai.ts';
import { growingPauses } from '../support/growing-pauses.ts';
import { freePort } from '../support/ports.ts';
import { Service } from '../support/service.ts';
import { type ToolRequest, ToolServer } from '../support/tool-server.ts';

const SALES = '+12025550113';
const KNOWS_NO_TRANSFERS = '+12025550115';
const DECLINES_TRANSFERS = '+12025550116';
const ANNOUNCED = 'I connect you with our sales team.';
const GOODBYE = 'Nobody is there at the moment. Goodbye.';

let llm: FakeOpenAi;
let receiver: ToolServer;
let service: Service;
let account: Account;
/** What the model writes, or uses, once it has this many results of tools. */
let steps: ((results: string[]) => FakeAnswer)[] = [];

const using = (name: string, args: object): FakeAnswer => ({
  toolCalls: [{ id: `c${Math.random()}`, name, arguments: JSON.stringify(args) }],
});

beforeAll(async () => {
  llm = await FakeOpenAi.start(({ body }) => {
    if (!body.stream) return { text: [JSON.stringify({ summary: 'x', sentiment: 'neutral', outcome: 'transferred' })] };
    const results = body.messages.filter(({ role }: any) => role === 'tool').map(({ content }: any) => String(content));
    return steps[Math.min(results.length, steps.length - 1)]!(results);
  });
  receiver = await ToolServer.start();
  service = await Service.start({
    PARLEY_LLM_URL: llm.url,
    PARLEY_LLM_MODEL: 'test-model',
    PARLEY_ALLOW_PRIVATE_WEBHOOKS: 'true',
  });
  account = await Account.first(service);
  const { status } = await account.request('POST', '/webhooks', {
    body: { url: `${receiver.url}/events`, events: ['call.transferred', 'call.completed'] },
  });
  expect(status).toBe(201);
});

afterAll(async () => {
  await service?.remove();
  await Promise.all([llm?.close(), receiver?.close()]);
});

beforeEach(() => {
  receiver.requests.length = 0;
});

async function agentFor(phone: string, way: object = {}): Promise<string> {
  const { status, body } = await account.request('POST', '/agents', {
    body: {
      ...{ name: 'Front desk', prompt: 'Help.', model: 'openai-compatible/test-model', first_message: null },
      tools: [
        { type: 'transfer_call', destinations: [{ name: 'Sales', phone_number: phone }], message: ANNOUNCED, ...way },
      ],
    },
  });
  expect([status, body.error]).toEqual([201, undefined]);
  return body.agent_id;
}

/** Calls, and has the model transfer to the destination; when that fails it says goodbye. */
async function transferredTo(phone: string, recipient = TALKS, way: object = {}): Promise<any> {
  steps = [
    () => using('transfer_call', { destination: 'Sales' }),
    () => ({ text: [GOODBYE], ...using('end_call', { outcome: 'partial' }) }),
  ];
  return account.call({ agent_id: await agentFor(phone, way), recipient_phone: recipient, max_duration: 60 });
}

const saidIn = (call: any): string[] =>
  call.transcript.filter(({ role }: any) => role === 'agent').map(({ text }: any) => text);
const toolsIn = (call: any) => call.transcript.filter(({ role }: any) => role === 'tool').map(({ tool }: any) => tool);

async function deliveries(count: number): Promise<void> {
  for (const pause of growingPauses()) {
    if (receiver.requests.length >= count) return;
    await pause();
  }
}

async function phasesOf(callId: string): Promise<string[]> {
  const { data } = (await account.request('GET', `/calls/${callId}/events`)).body;
  return data.filter(({ event }: any) => event === 'call.state').map(({ data: change }: any) => change.to);
}

test('the agent speaks to the end, the person is transferred, and webhook and record report it', async () => {
  const call = await transferredTo(SALES);
  expect(call).toMatchObject({
    status: 'completed',
    end_reason: 'transferred',
    ended_by: 'agent',
    outcome: 'transferred',
    transferred_to: SALES,
  });
  expect(saidIn(call).at(-1)).toBe(ANNOUNCED);
  // The caller may go on talking while the person is rung.
  expect(toolsIn(call).at(-1)).toMatchObject({
    name: 'transfer_call',
    arguments: { destination: 'Sales' },
    result: 'The call was transferred.',
  });
  // The words were heard before the telephone there began to ring, for six seconds.
  const words = call.transcript.findLast(({ role }: any) => role === 'agent');
  expect(words.interrupted).toBe(false);
  expect(call.duration).toBeGreaterThan(words.end + 5.5);
  const passed = ['queued', 'dialing', 'ringing', 'talking', 'transferring', 'ending'];
  expect((await phasesOf(call.call_id)).slice(0, passed.length)).toEqual(passed);
  await deliveries(2);
  const sent = receiver.requests.map(({ body }: ToolRequest) => JSON.parse(body));
  expect(sent.map(({ type }) => type).sort()).toEqual(['call.completed', 'call.transferred']);
  expect(sent.find(({ type }) => type === 'call.transferred').data).toMatchObject({
    call_id: call.call_id,
    phase: 'transferring',
    transferred_to: SALES,
  });
});

test('a destination may be the softphone of a person, which Parley rings and stays between', async () => {
  const { body: ann } = await account.request('POST', '/softphones', { body: { name: 'ann' } });
  const media = new MediaNegotiation({ address: '127.0.0.1', port: await freePort(), codecs: ['PCMU'] });
  const phone = await UserAgent.start({
    ...{ host: '127.0.0.1', port: await freePort(), userAgentName: 'softphone' },
    onInvite: (call) => {
      call.on(({ type }) => type === 'answered' && void call.hangUp());
      call.answer(media.answerTo(call.sdp!).sdp);
    },
  });
  const { sipPort } = service.address;
  await new Promise<void>((resolve) => {
    const hop = { protocol: 'udp', host: '127.0.0.1', port: sipPort } as const;
    const uris = { registrar: `sip:127.0.0.1:${sipPort}`, addressOfRecord: `sip:${ann.username}@127.0.0.1` };
    phone.register({ ...uris, contactUser: 'ann', hop }, ann, ({ kind }) => kind === 'registered' && resolve());
  });
  const call = await transferredTo('softphone:ann').finally(() => phone.close());
  expect(call).toMatchObject({ end_reason: 'transferred', ended_by: 'agent', transferred_to: 'softphone:ann' });
  expect(toolsIn(call)[0]).toMatchObject({ arguments: { destination: 'Sales' }, result: 'The call was transferred.' });
});

test.each([
  ['is busy', TALKS, BUSY, 'the line is busy.'],
  ['declines', TALKS, '+12025550105', 'the call was declined there.'],
  [
    'is reached by no transfer of this line',
    KNOWS_NO_TRANSFERS,
    SALES,
    'calls cannot be transferred on this line (405).',
  ],
  ['may not be transferred to', DECLINES_TRANSFERS, SALES, 'calls cannot be transferred on this line (603).'],
])('one who %s: the agent hears why, and goes on talking', async (_who, recipient, phone, why) => {
  const call = await transferredTo(phone, recipient, { method: 'refer' });
  expect(call).toMatchObject({ end_reason: 'agent_hangup', outcome: 'partial', transferred_to: null });
  // The person may talk over it, and hear it again.
  const [announced, next] = saidIn(call);
  expect([ANNOUNCED.startsWith(announced!), GOODBYE.startsWith(next!)], `${announced} … ${next}`).toEqual([true, true]);
  expect(toolsIn(call)[0]).toMatchObject({ name: 'transfer_call', result: `The transfer failed: ${why}`, error: true });
  const phases = await phasesOf(call.call_id);
  expect(phases.slice(3, 6)).toEqual(['talking', 'transferring', 'talking']);
});

test('a line that declines transfers: Parley calls the number, the person talks with them, and the transcript says so', async () => {
  const call = await transferredTo(TALKS, DECLINES_TRANSFERS);
  expect(call).toMatchObject({ status: 'completed', end_reason: 'transferred', transferred_to: TALKS });
  expect(call.transcript.find(({ tool }: any) => tool).tool).toMatchObject({
    ...{ name: 'transfer_call', result: 'The call was transferred.' },
  });
  const ended = call.transcript.findLast(({ tool }: any) => tool).end;
  // Two telephones that know no agent talk with each other.
  expect(call.duration).toBeGreaterThan(ended + 2);
});

test('a number that Parley calls and that is busy: the agent hears why, and goes on talking', async () => {
  const call = await transferredTo(BUSY, TALKS, { method: 'bridge' });
  expect(call).toMatchObject({ end_reason: 'agent_hangup', transferred_to: null });
  expect(toolsIn(call)[0]).toMatchObject({ result: 'The transfer failed: the line is busy.', error: true });
});

test('a destination or number that the model makes up is not dialled', async () => {
  steps = [
    () => using('transfer_call', { destination: '+12025550199' }),
    () => using('transfer_call', { destination: 'The boss' }),
    () => ({ text: [GOODBYE], ...using('end_call', {}) }),
  ];
  const call = await account.call({ agent_id: await agentFor(SALES), recipient_phone: TALKS, max_duration: 60 });
  expect(call).toMatchObject({ end_reason: 'agent_hangup', transferred_to: null });
  expect(toolsIn(call).slice(0, 2)).toMatchObject([
    { name: 'transfer_call', error: true, result: expect.stringContaining('must be one of "Sales"') },
    { name: 'transfer_call', error: true, result: expect.stringContaining('must be one of "Sales"') },
  ]);
  expect(await phasesOf(call.call_id)).not.toContain('transferring');
});

test('a person transfers a live call by hand: the agent falls silent, and the call ends when the number answers', async () => {
  steps = [() => ({ text: ['What can I do for you?'] })];
  const placed = await account.place({ agent_id: await agentFor(SALES), recipient_phone: TALKS });
  const callId = placed.body.call_id;
  const transfer = (to: string) => account.request('POST', `/calls/${callId}/transfer`, { body: { to } });
  await account.callWhen(callId, ({ phase }) => phase === 'talking');
  const { status, body } = await transfer(SALES);
  expect([status, body.call_id, body.status]).toEqual([200, callId, 'active']);
  const again = await transfer(SALES);
  expect([again.status, again.body.error.message]).toEqual([409, 'The call is being transferred already.']);
  const call = await account.callOver(callId);
  expect(call).toMatchObject({ end_reason: 'transferred', ended_by: 'system', transferred_to: SALES });
  const { data } = (await account.request('GET', `/calls/${callId}/events`)).body;
  const acts = data.filter(({ event }: any) => event === 'call.control').map(({ data: act }: any) => act.action);
  expect(acts).toEqual(['transfer_requested']);
});
