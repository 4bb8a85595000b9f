import type { LanguageModelEvent } from '@parley/conversation/provider';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { OpenAiServer } from '../openai/testing/openai-server.ts';
import { type OpenAiCompatibleModelOptions, openAiCompatibleModel } from './open-ai-compatible-model.ts';
import type { SdkModel } from './sdk-model.ts';

let server: OpenAiServer;

beforeEach(async () => {
  server = await new OpenAiServer().start();
});

afterEach(() => server.close());

const modelWith = (options: Partial<OpenAiCompatibleModelOptions> = {}) =>
  openAiCompatibleModel({ baseUrl: `${server.baseUrl}/v1`, apiKey: server.apiKey, name: 'luna', ...options });

async function ask(model: SdkModel, prompt = 'You are Ava.'): Promise<LanguageModelEvent[]> {
  const events: LanguageModelEvent[] = [];
  const { signal } = new AbortController();
  for await (const event of model.respond({ prompt, messages: [{ role: 'user', text: 'Hello?' }], tools: [], signal }))
    events.push(event);
  return events;
}

it('the same beginning has the same cache key where the server takes one', async () => {
  const model = modelWith({ takesCacheKey: true });
  await ask(model);
  await ask(model);
  await ask(model, 'You are Bob.');
  const keys = server.chat.bodies.map(({ prompt_cache_key: key }) => key);
  expect(keys[0]).toMatch(/^[\w-]{32}$/);
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
});

it('a server of one’s own is sent no cache key', async () => {
  await ask(modelWith());
  expect(server.chat.bodies[0]).not.toHaveProperty('prompt_cache_key');
});

it('a server that does not know stream_options is asked without, and from then on', async () => {
  server.chat.refusesStreamOptions = true;
  const model = modelWith();
  expect(await ask(model)).toEqual([{ type: 'text', delta: 'Yes.' }]);
  expect(await ask(model)).toEqual([{ type: 'text', delta: 'Yes.' }]);
  expect(server.chat.bodies.map(({ stream_options: options }) => options !== undefined)).toEqual([true, false, false]);
});

it('another refusal of that kind is not hidden', async () => {
  server.refuseNext({
    status: 422,
    headers: { 'content-type': 'application/json' },
    body: '{"error":{"message":"Too long."}}',
  });
  await expect(ask(modelWith())).rejects.toThrow('openai/luna: 422 Too long.');
});

it('has the milliseconds that OpenAI asks for', async () => {
  server.refuseNext({ status: 429, headers: { 'retry-after': '1', 'retry-after-ms': '250' }, body: '{}' });
  await expect(ask(modelWith())).rejects.toMatchObject({ retryable: true, retryAfterMs: 250 });
});
