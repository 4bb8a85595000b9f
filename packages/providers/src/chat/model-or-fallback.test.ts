import type { LanguageModel, LanguageModelEvent } from '@parley/conversation/provider';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FakeOpenAi } from '../../../../tests/support/fake-openai.ts';
import { ScriptedBrain } from '../builtin/index.ts';
import { ModelOrFallback } from './model-or-fallback.ts';
import { openAiCompatibleModel } from './open-ai-compatible-model.ts';

let server: FakeOpenAi;
let missing: string[];

beforeEach(async () => {
  server = await FakeOpenAi.start(() => ({ text: ['The model speaks.'] }));
  missing = [];
});

afterEach(() => server.close());

const modelNamed = (name: string) =>
  new ModelOrFallback({
    model: openAiCompatibleModel({ baseUrl: server.url, name }),
    fallback: new ScriptedBrain({ template: 'You are polite.', variables: {} }),
    onMissing: (error) => missing.push(error.message),
  });

async function ask(model: LanguageModel): Promise<string> {
  const events = model.respond({
    prompt: 'You are polite.',
    messages: [{ role: 'user', text: 'Hello.' }],
    tools: [],
    signal: new AbortController().signal,
  });
  const collected: LanguageModelEvent[] = [];
  for await (const event of events) collected.push(event);
  return collected.map((event) => (event.type === 'text' ? event.delta : '')).join('');
}

test('a model that exists talks', async () => {
  const model = modelNamed('test-model');
  expect(await ask(model)).toBe('The model speaks.');
  expect(model.name).toBe('openai/test-model');
  expect(missing).toEqual([]);
});

test('the fallback talks for one that does not, from the first reply on', async () => {
  const model = modelNamed('made-up');
  const replies = [...(await Promise.all([ask(model), ask(model)])), await ask(model)];
  for (const reply of replies) expect(reply).toMatch(/\w/);
  expect(replies).not.toContain('The model speaks.');
  expect(model.name).toBe('builtin/script');
  expect(missing).toEqual([expect.stringContaining('does not exist')]);
  expect(server.requests).toHaveLength(2);
});

test('no other failure is hidden', async () => {
  server.answer = () => ({ status: 500, error: { message: 'Out of memory.' } });
  await expect(ask(modelNamed('test-model'))).rejects.toThrow('500 Out of memory.');
  expect(missing).toEqual([]);
});

test('a model that has spoken is not replaced in the middle of a call', async () => {
  const model = modelNamed('test-model');
  await ask(model);
  server.models.delete('test-model');
  await expect(ask(model)).rejects.toThrow('does not exist');
  expect(missing).toEqual([]);
});
