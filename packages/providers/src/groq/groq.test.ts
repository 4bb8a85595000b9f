import { afterEach, beforeEach, expect, it } from 'vitest';
import { OpenAiServer } from '../openai/testing/openai-server.ts';
import { answerOf } from '../testing/language-answer.ts';
import { groq } from './index.ts';

const { signal } = new AbortController();
let server: OpenAiServer;

beforeEach(async () => {
  server = await new OpenAiServer().start();
});

afterEach(() => server.close());

const connection = () => ({ baseUrl: `${server.baseUrl}/v1`, apiKey: server.apiKey });

it('active models that write answers are listed', async () => {
  server.models = [
    { id: 'llama-3.3-70b-versatile', active: true },
    { id: 'openai/gpt-oss-120b', active: true },
    { id: 'llama-3.1-8b-instant', active: false },
    { id: 'whisper-large-v3-turbo', active: true },
    { id: 'canopylabs/orpheus-v1-english', active: true },
    { id: 'meta-llama/llama-prompt-guard-2-86m', active: true },
  ];
  const names = (await groq.listModels!(connection(), signal)).map(({ id, kind }) => `${kind} ${id}`);
  expect(names).toEqual(['language llama-3.3-70b-versatile', 'language openai/gpt-oss-120b']);
});

it('is sent no cache key', async () => {
  await answerOf(groq.languageModel!(connection(), 'openai/gpt-oss-120b'));
  expect(server.chat.bodies[0]).toMatchObject({ model: 'openai/gpt-oss-120b' });
  expect(server.chat.bodies[0]).not.toHaveProperty('prompt_cache_key');
});
