import type { ToolDefinition } from '@parley/conversation/provider';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answerOf } from '../testing/language-answer.ts';
import { anthropic } from './index.ts';
import { AnthropicServer } from './testing/anthropic-server.ts';

const lookup: ToolDefinition = { name: 'lookup', description: 'Looks it up.', parameters: { type: 'object' } };
const { signal } = new AbortController();
let server: AnthropicServer;

beforeEach(async () => {
  server = await new AnthropicServer().start();
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await server.close();
});

const connection = () => ({ baseUrl: server.baseUrl, apiKey: server.apiKey });
const model = () => anthropic.languageModel!(connection(), 'claude-haiku-4-5');

it('the instructions, and the tools before them, are kept in the cache', async () => {
  await answerOf(model(), { tools: [lookup] });
  const [{ system, tools }] = server.bodies as [(typeof server.bodies)[0]];
  expect(system).toEqual([
    { type: 'text', text: expect.stringMatching(/^You are Ava\./), cache_control: { type: 'ephemeral' } },
  ]);
  expect(tools).toEqual([expect.objectContaining({ name: 'lookup', input_schema: { type: 'object' } })]);
});

it('what was written into the cache is an input, too', async () => {
  const usage = { inputTokens: 2000, cachedInputTokens: 1500, outputTokens: 3 };
  server.answerNext({ text: ['Yes.'], usage });
  expect((await answerOf(model())).at(-1)).toEqual({ type: 'usage', ...usage });
});

it('calls and results of a fallback have ids that Anthropic takes', async () => {
  await answerOf(model(), {
    messages: [
      { role: 'user', text: 'Hello?' },
      {
        role: 'agent',
        text: 'One moment.',
        toolCalls: [
          { id: 'functions.lookup:0', name: 'lookup', arguments: { day: 'Monday' } },
          { id: 'toolu_01', name: 'lookup', arguments: {} },
        ],
      },
      { role: 'tool', toolCallId: 'functions.lookup:0', name: 'lookup', result: 'free' },
      { role: 'tool', toolCallId: 'toolu_01', name: 'lookup', result: 'taken' },
    ],
    tools: [lookup],
  });
  const id = expect.stringMatching(/^[a-f0-9]{9}$/);
  const [, called, result] = server.bodies[0]!.messages as {
    role: string;
    content: { id?: string; tool_use_id?: string }[];
  }[];
  expect(called).toMatchObject({
    role: 'assistant',
    content: [
      { type: 'text', text: 'One moment.' },
      { type: 'tool_use', id, name: 'lookup', input: { day: 'Monday' } },
      { type: 'tool_use', id: 'toolu_01', name: 'lookup', input: {} },
    ],
  });
  expect(result).toMatchObject({
    role: 'user',
    content: [{ content: 'free' }, { tool_use_id: 'toolu_01', content: 'taken' }],
  });
  expect(result!.content[0]!.tool_use_id).toBe(called!.content[1]!.id);
});

it.each([
  [{ refusal: { status: 529, body: '{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}' } }],
  [{ fault: 'error' as const }],
])('an overloaded Anthropic may answer the next time: %j', async (answer) => {
  server.answerNext(answer);
  await expect(answerOf(model())).rejects.toMatchObject({
    message: 'anthropic/claude-haiku-4-5: 529 Overloaded',
    retryable: true,
  });
});

it('a connection is opened ahead of the first reply', async () => {
  const llm = model();
  await server.when(() => server.openConnections === 1);
  expect(server.requests).toBe(0);
  await answerOf(llm);
  expect(server.requests).toBe(1);
});

it('the key of the environment is not lent to a provider without one', async () => {
  vi.stubEnv('ANTHROPIC_API_KEY', server.apiKey);
  const llm = anthropic.languageModel!({ ...connection(), apiKey: null }, 'claude-haiku-4-5');
  await expect(answerOf(llm)).rejects.toMatchObject({ retryable: false, advice: expect.stringContaining('key') });
});

it('models are listed from all pages', async () => {
  const ids = ['claude-opus-5', 'claude-sonnet-5', 'claude-haiku-4-5'];
  server.models = ids.map((id) => ({ id, display_name: id.toUpperCase() }));
  server.modelsPerPage = 2;
  expect(await anthropic.listModels!(connection(), signal)).toEqual(
    ids.map((id) => ({ id, name: id.toUpperCase(), kind: 'language' })),
  );
  const versioned = { ...connection(), baseUrl: `${server.baseUrl}/v1` };
  expect(await anthropic.listModels!(versioned, signal)).toHaveLength(3);
  await expect(anthropic.listModels!({ ...connection(), apiKey: 'wrong' }, signal)).rejects.toMatchObject({
    retryable: false,
  });
});
