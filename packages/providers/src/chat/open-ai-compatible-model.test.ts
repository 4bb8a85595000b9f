import { setImmediate } from 'node:timers/promises';
import { type LanguageModelEvent, type LanguageModelRequest, ProviderError } from '@parley/conversation/provider';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeOpenAi } from '../../../../tests/support/fake-openai.ts';
import { ModelNotFoundError } from './model-error.ts';
import { openAiCompatibleModel } from './open-ai-compatible-model.ts';
import type { SdkModel } from './sdk-model.ts';

const endCall = {
  name: 'end_call',
  description: 'Ends the call.',
  parameters: { type: 'object', properties: { outcome: { type: 'string' } } },
};

function request(overrides: Partial<LanguageModelRequest> = {}): LanguageModelRequest {
  return {
    prompt: 'You are Ava.',
    messages: [{ role: 'user', text: 'Hello?' }],
    tools: [endCall],
    signal: new AbortController().signal,
    ...overrides,
  };
}

let server: FakeOpenAi;
let model: SdkModel;

beforeEach(async () => {
  server = await FakeOpenAi.start(() => ({ text: ['Good ', 'morning', '.'] }));
  model = openAiCompatibleModel({ baseUrl: server.url, name: 'test-model' });
});

afterEach(() => server.close());

async function collect(events: AsyncIterable<LanguageModelEvent>): Promise<LanguageModelEvent[]> {
  const collected: LanguageModelEvent[] = [];
  for await (const event of events) collected.push(event);
  return collected;
}

const textOf = (events: LanguageModelEvent[]) =>
  events.map((event) => (event.type === 'text' ? event.delta : '')).join('');

async function failure(overrides?: Partial<LanguageModelRequest>): Promise<ProviderError> {
  const error = await collect(model.respond(request(overrides))).catch((cause: unknown) => cause);
  expect(error).toBeInstanceOf(ProviderError);
  return error as ProviderError;
}

describe('an answer', () => {
  it('comes as it is written', async () => {
    server.answer = () => ({ text: ['Good ', 'morning.'], hangs: 'after_text' });
    const events = model.respond(request());
    expect(await events.next()).toEqual({ done: false, value: { type: 'text', delta: 'Good ' } });
    expect(await events.next()).toEqual({ done: false, value: { type: 'text', delta: 'morning.' } });
    await events.return(undefined);
    await server.when(() => server.abandoned === 1);
  });

  it('ends with its tool calls', async () => {
    server.answer = () => ({
      text: ['Goodbye.'],
      toolCalls: [
        { id: 'call_1', name: 'lookup', arguments: '{"day":"Thursday","count":2}' },
        { id: 'call_2', name: 'end_call', arguments: '{"outcome":"booked"}' },
      ],
    });
    expect(await collect(model.respond(request()))).toEqual([
      { type: 'text', delta: 'Goodbye.' },
      { type: 'tool_call', call: { id: 'call_1', name: 'lookup', arguments: { day: 'Thursday', count: 2 } } },
      { type: 'tool_call', call: { id: 'call_2', name: 'end_call', arguments: { outcome: 'booked' } } },
    ]);
  });

  it('may call a tool with arguments that are no JSON', async () => {
    server.answer = () => ({ toolCalls: [{ id: 'call_1', name: 'end_call', arguments: '{"outcome": bo' }] });
    expect(await collect(model.respond(request()))).toEqual([
      { type: 'tool_call', call: { id: 'call_1', name: 'end_call', arguments: {}, malformed: '{"outcome": bo' } },
    ]);
  });

  it('leaves out what the model thinks', async () => {
    server.answer = () => ({ text: ['<thi', 'nk>The caller greets', ' me.</think>', '\n\nGood ', 'morning.'] });
    expect(textOf(await collect(model.respond(request()))).trim()).toBe('Good morning.');
  });

  it('is asked for over one connection, which is open before', async () => {
    await model.prewarm();
    await model.prewarm();
    expect(server.otherRequests).toEqual(['GET /v1/models']);
    // The client has the end of an answer a moment before its connection is free again.
    await setImmediate();
    await collect(model.respond(request()));
    await setImmediate();
    await collect(model.respond(request()));
    expect(server.requests.map(({ connection }) => connection)).toEqual([1, 1]);
  });
});

describe('the request', () => {
  const sent = () => server.requests.at(-1)!.body;

  it('has the prompt, the manner of the telephone, the dialogue and the tools', async () => {
    await collect(
      model.respond(
        request({
          messages: [
            { role: 'user', text: 'Hello?' },
            {
              role: 'agent',
              text: 'One moment.',
              toolCalls: [{ id: 'a', name: 'lookup', arguments: { day: 'Monday' } }],
            },
            { role: 'tool', toolCallId: 'a', name: 'lookup', result: 'free' },
            { role: 'agent', text: '', toolCalls: [{ id: 'b', name: 'lookup', arguments: {} }] },
            { role: 'tool', toolCallId: 'b', name: 'lookup', result: 'taken' },
            { role: 'agent', text: 'Monday is free.' },
            { role: 'user', text: 'Good.' },
          ],
        }),
      ),
    );
    const called = (id: string, args: string) => [
      { id, type: 'function', function: { name: 'lookup', arguments: args } },
    ];
    const [system, ...dialogue] = sent().messages;
    expect(system.role).toBe('system');
    expect(system.content).toMatch(/^You are Ava\.\n\nThis is a telephone call\./);
    expect(dialogue).toEqual([
      { role: 'user', content: 'Hello?' },
      { role: 'assistant', content: 'One moment.', tool_calls: called('a', '{"day":"Monday"}') },
      { role: 'tool', tool_call_id: 'a', content: 'free' },
      { role: 'assistant', content: null, tool_calls: called('b', '{}') },
      { role: 'tool', tool_call_id: 'b', content: 'taken' },
      { role: 'assistant', content: 'Monday is free.' },
      { role: 'user', content: 'Good.' },
    ]);
    expect(sent()).toMatchObject({ model: 'test-model', stream: true });
    expect(sent().tools).toEqual([{ type: 'function', function: expect.objectContaining(endCall) }]);
  });

  it('begins with the user, and no role speaks twice in a row', async () => {
    await collect(
      model.respond(
        request({
          messages: [
            { role: 'agent', text: 'Hello, this is Ava.' },
            { role: 'agent', text: 'Are you still there?' },
            { role: 'user', text: 'Yes.' },
          ],
        }),
      ),
    );
    expect(sent().messages.slice(1)).toEqual([
      { role: 'user', content: '[The call was answered.]' },
      { role: 'assistant', content: 'Hello, this is Ava. Are you still there?' },
      { role: 'user', content: 'Yes.' },
    ]);
  });

  it('has notes in brackets, where they belong', async () => {
    await collect(
      model.respond(
        request({
          messages: [
            { role: 'agent', text: 'Hello, this is Ava.' },
            { role: 'note', text: 'Be brief.' },
            { role: 'user', text: 'Who?' },
            { role: 'agent', text: 'Ava.' },
            { role: 'note', text: 'Go on.' },
          ],
        }),
      ),
    );
    expect(sent().messages.slice(1)).toEqual([
      { role: 'user', content: '[The call was answered.]' },
      { role: 'assistant', content: 'Hello, this is Ava.' },
      { role: 'user', content: '[Be brief.] Who?' },
      { role: 'assistant', content: 'Ava.' },
      { role: 'user', content: '[Go on.]' },
    ]);
  });

  it('has the key, when there is one', async () => {
    await collect(model.respond(request()));
    expect(server.requests.at(-1)!.authorization).toBeUndefined();
    const withKey = openAiCompatibleModel({ baseUrl: `${server.url}/`, apiKey: 'sk-secret', name: 'test-model' });
    await collect(withKey.respond(request()));
    expect(server.requests.at(-1)!.authorization).toBe('Bearer sk-secret');
  });
});

describe('a failure', () => {
  it.each([
    [400, false],
    [401, false],
    [403, false],
    [408, true],
    [409, true],
    [429, true],
    [500, true],
    [503, true],
  ])('with status %i is reported once, retryable: %s', async (status, retryable) => {
    server.answer = () => ({ status, error: { message: 'No.', type: 'some_error' } });
    const error = await failure();
    expect(error).toMatchObject({ role: 'llm', endReason: 'llm_error', provider: 'openai/test-model', retryable });
    expect(error.message).toBe(`openai/test-model: ${status} No.`);
    expect(error).not.toBeInstanceOf(ModelNotFoundError);
    expect(server.requests).toHaveLength(1);
  });

  it.each(['error_event', 'garbage', 'no_finish'] as const)(
    'in the middle is reported after the words before it: %s',
    async (breaks) => {
      server.answer = () => ({ text: ['Good ', 'mor'], breaks });
      const events = model.respond(request());
      expect([await events.next(), await events.next()].map(({ value }) => value.delta)).toEqual(['Good ', 'mor']);
      const error = await events.next().catch((cause: unknown) => cause);
      expect(error).toBeInstanceOf(ProviderError);
      expect(error).toMatchObject({ retryable: true });
    },
  );

  it('of the connection can be tried again', async () => {
    server.answer = () => ({ text: ['Good '], hangs: 'after_text' });
    const events = model.respond(request());
    expect(await events.next()).toMatchObject({ value: { delta: 'Good ' } });
    server.dropConnections();
    const error = await events.next().catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(ProviderError);
    expect(error).toMatchObject({ retryable: true });
  });

  it('to reach the server can be tried again', async () => {
    await server.close();
    expect(await failure()).toMatchObject({ retryable: true });
    server = await FakeOpenAi.start(() => ({}));
  });

  it.each(['at_once', 'after_text'] as const)('to say the first word in time can be tried again: %s', async (hangs) => {
    server.answer = () => ({ hangs });
    model = openAiCompatibleModel({ baseUrl: server.url, name: 'test-model', firstTokenMs: 500 });
    const error = await failure();
    expect(error.message).toBe('openai/test-model: no answer for 500 ms');
    expect(error.retryable).toBe(true);
    await server.when(() => server.abandoned === 1);
  });

  it('never tells the key', async () => {
    server.apiKey = 'sk-right';
    model = openAiCompatibleModel({ baseUrl: server.url, apiKey: 'sk-wrong', name: 'test-model' });
    const error = await failure();
    expect(error.message).toBe('openai/test-model: 401 Incorrect API key provided: [key].');
    expect(error.retryable).toBe(false);
    expect(error.cause).toBeUndefined();
  });
});

describe('what to do about a refusal', () => {
  it.each([
    [401, 'PARLEY_LLM_API_KEY'],
    [403, 'PARLEY_LLM_API_KEY'],
    [404, 'has no model "test-model"'],
    [400, "the agent's model"],
  ])('is given with status %i', async (status, advice) => {
    server.answer = () => ({ status, error: { message: 'No.' } });
    expect((await failure()).advice).toContain(advice);
  });

  it('is absent where nothing can be done', async () => {
    server.answer = () => ({ status: 503, error: { message: 'No.' } });
    expect((await failure()).advice).toBeNull();
  });
});

it("a fault of our own is not the model server's", async () => {
  const messages = [{ role: 'unknown' }] as unknown as LanguageModelRequest['messages'];
  const error = await collect(model.respond(request({ messages }))).catch((cause: unknown) => cause);
  expect(error).toBeInstanceOf(Error);
  expect(error).not.toBeInstanceOf(ProviderError);
});

describe('a model that the server does not have', () => {
  it.each([
    [404, { message: 'The model `x` does not exist.', code: 'model_not_found' }],
    [404, { message: 'model "x" not found, try pulling it first', type: 'api_error' }],
    [400, { message: 'invalid model ID', type: 'invalid_request_error' }],
    [400, { message: 'No such model', code: 'model_not_found' }],
  ])('is a failure of its own kind: %i %o', async (status, error) => {
    server.answer = () => ({ status, error });
    expect(await failure()).toBeInstanceOf(ModelNotFoundError);
  });
});

describe('an abort', () => {
  it('before the request asks nothing', async () => {
    expect(await collect(model.respond(request({ signal: AbortSignal.abort() })))).toEqual([]);
    expect(server.requests).toHaveLength(0);
  });

  it.each(['at_once', 'after_text'] as const)('ends the iteration without an error: %s', async (hangs) => {
    server.answer = () => ({ text: ['Good '], hangs });
    const controller = new AbortController();
    const events = collect(model.respond(request({ signal: controller.signal })));
    await server.when(() => server.requests.length === 1);
    controller.abort();
    expect(textOf(await events)).toMatch(/^(Good )?$/);
    await server.when(() => server.abandoned === 1);
  });
});
