import { afterEach, beforeEach, expect, it } from 'vitest';
import { openai } from '../openai/index.ts';
import { OpenAiServer } from '../openai/testing/openai-server.ts';
import { openaiCompatible } from './index.ts';

const { signal } = new AbortController();
let server: OpenAiServer;

beforeEach(async () => {
  server = await new OpenAiServer().start();
});

afterEach(() => server.close());

const connection = () => ({ baseUrl: `${server.baseUrl}/v1`, apiKey: server.apiKey });

it("the account's models are listed by what a call asks of them, those that are shut down are not", async () => {
  const ids = {
    'gpt-live-transcribe': 'transcriber',
    'gpt-realtime-whisper': 'transcriber',
    'whisper-1': 'transcriber',
    'gpt-4o-mini-tts': 'voice',
    'tts-1': 'voice',
    'gpt-realtime-2.1-mini': 'speech_to_speech',
    'gpt-6-luna': 'language',
    'gpt-4.1-mini': 'language',
    'ft:gpt-4.1-mini:acme::1': 'language',
    'gpt-4o-transcribe-diarize': null,
    'gpt-image-2.6-flare': null,
    'text-embedding-3-small': null,
    'omni-moderation-latest': null,
    'gpt-5-pro': null,
  };
  server.models = [
    ...Object.keys(ids).map((id) => ({ id, object: 'model', shutdown_date: null })),
    { id: 'gpt-4', object: 'model', shutdown_date: '2026-10-23' },
    { id: 'gpt-9', object: 'model', shutdown_date: '2999-01-01' },
  ];
  const listed = await openai.listModels!(connection(), signal);
  const expected = [...Object.entries(ids), ['gpt-9', 'language']].flatMap(([id, kind]) =>
    kind ? [{ id, name: id, kind }] : [],
  );
  expect(listed).toEqual(expected);
});

it("a server's models are listed by their task, or by their name", async () => {
  const ids = {
    'Systran/faster-whisper-small': 'transcriber',
    'nvidia/parakeet-tdt-0.6b-v3': 'transcriber',
    'speaches-ai/Kokoro-82M-v1.0-ONNX': 'voice',
    'voice-en-us-amy-low': 'voice',
    'qwen3:8b': 'language',
    'nomic-embed-text': null,
  };
  server.models = [
    ...Object.keys(ids).map((id) => ({ id })),
    { id: 'acme/one', task: 'automatic-speech-recognition' },
    { id: 'acme/two', task: 'text-to-speech' },
  ];
  const listed = await openaiCompatible.listModels!(connection(), signal);
  expect(Object.fromEntries(listed.map(({ id, kind }) => [id, kind]))).toEqual({
    ...Object.fromEntries(Object.entries(ids).filter(([, kind]) => kind)),
    'acme/one': 'transcriber',
    'acme/two': 'voice',
  });
});

it.each([
  [['af_heart'], { id: 'af_heart', name: 'af_heart', languages: [] }],
  [[{ id: 'af_heart', name: 'Heart' }], { id: 'af_heart', name: 'Heart', languages: [] }],
  [[{ name: 'amy', language: 'en-us' }], { id: 'amy', name: 'amy', languages: ['en-us'] }],
])("a server's voices are listed as it has them: %j", async (voices, voice) => {
  server.voices = voices;
  expect(await openaiCompatible.listVoices!(connection(), signal)).toEqual([voice]);
});

it('a server without a list of voices has none to list', async () => {
  expect(await openaiCompatible.listVoices!(connection(), signal)).toEqual([]);
});

it('OpenAI has its documented voices', async () => {
  const voices = await openai.listVoices!(connection(), signal);
  expect(voices).toHaveLength(13);
  expect(voices).toContainEqual({ id: 'marin', name: 'Marin', languages: [] });
});

it('a wrong key, no list and no address are failures', async () => {
  await expect(openai.listModels!({ ...connection(), apiKey: 'wrong-key' }, signal)).rejects.toMatchObject({
    retryable: false,
  });
  server.models = null;
  await expect(openaiCompatible.listModels!(connection(), signal)).rejects.toMatchObject({ retryable: false });
  const nowhere = { baseUrl: null, apiKey: null };
  await expect(openaiCompatible.listModels!(nowhere, signal)).rejects.toMatchObject({ retryable: false });
});
