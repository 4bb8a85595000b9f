import { afterEach, beforeEach, expect, it } from 'vitest';
import { OpenAiServer } from '../openai/testing/openai-server.ts';
import { answerOf } from '../testing/language-answer.ts';
import { mistral } from './index.ts';

const { signal } = new AbortController();
let server: OpenAiServer;

beforeEach(async () => {
  server = await new OpenAiServer().start();
});

afterEach(() => server.close());

const connection = () => ({ baseUrl: `${server.baseUrl}/v1`, apiKey: server.apiKey });
const model = () => mistral.languageModel!(connection(), 'mistral-small-latest');

it('models that talk and call tools are listed', async () => {
  const talks = { completion_chat: true, function_calling: true };
  server.models = [
    { id: 'mistral-small-latest', name: 'Mistral Small', capabilities: talks, archived: false },
    { id: 'ministral-3b-latest', name: null, capabilities: talks },
    { id: 'open-mistral-7b', capabilities: { ...talks, function_calling: false } },
    { id: 'mistral-embed', capabilities: { completion_chat: false, function_calling: false } },
    { id: 'mistral-tiny', capabilities: talks, archived: true },
  ];
  expect(await mistral.listModels!(connection(), signal)).toEqual([
    { id: 'mistral-small-latest', name: 'Mistral Small', kind: 'language' },
    { id: 'ministral-3b-latest', name: 'ministral-3b-latest', kind: 'language' },
  ]);
});

it('requests that begin alike have the same cache key', async () => {
  const llm = model();
  await answerOf(llm);
  await answerOf(llm, { messages: [{ role: 'user', text: 'And now?' }] });
  await answerOf(llm, { prompt: 'You are Bob.' });
  const [first, second, third] = server.chat.bodies.map(({ prompt_cache_key: key }) => key);
  expect(first).toMatch(/^[\w-]{32}$/);
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});

it('calls and results of a fallback have ids that Mistral takes', async () => {
  await answerOf(model(), {
    messages: [
      { role: 'user', text: 'Hello?' },
      {
        role: 'agent',
        text: '',
        toolCalls: [
          { id: 'call_1', name: 'lookup', arguments: {} },
          { id: 'D681PevKs', name: 'lookup', arguments: {} },
        ],
      },
      { role: 'tool', toolCallId: 'call_1', name: 'lookup', result: 'free' },
      { role: 'tool', toolCallId: 'D681PevKs', name: 'lookup', result: 'taken' },
    ],
  });
  const messages = server.chat.bodies[0]!.messages as { tool_calls?: { id: string }[]; tool_call_id?: string }[];
  const called = messages.flatMap(({ tool_calls: calls = [] }) => calls.map(({ id }) => id));
  const answered = messages.flatMap(({ tool_call_id: id }) => id ?? []);
  expect(called).toEqual([expect.stringMatching(/^[a-f0-9]{9}$/), 'D681PevKs']);
  expect(answered).toEqual(called);
});
