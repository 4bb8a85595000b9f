import { afterEach, beforeEach, expect, it } from 'vitest';
import type { VendorConnection } from '../vendor.ts';
import { deepgram } from './index.ts';
import { DeepgramServer } from './testing/deepgram-server.ts';

let server: DeepgramServer;

beforeEach(async () => {
  server = await new DeepgramServer().start();
  const nova = { canonical_name: 'nova-3-general', architecture: 'nova-3', languages: ['en'], batch: true };
  server.models = {
    stt: [
      { ...nova, name: 'general', streaming: true },
      { ...nova, name: 'general', streaming: true, languages: ['de'] },
      { ...nova, name: 'whisper', canonical_name: 'whisper-large', streaming: false },
    ],
    tts: [
      { name: 'thalia', canonical_name: 'aura-2-thalia-en', architecture: 'aura-2', languages: ['en', 'en-US'] },
      { name: 'angus', canonical_name: 'aura-angus-en', architecture: 'aura', language: 'en' },
      { name: 'haley', canonical_name: 'flux-haley-en', architecture: 'flux', languages: ['en'] },
    ],
  };
});

afterEach(() => server.close());

const connection = (): VendorConnection => ({ baseUrl: server.baseUrl, apiKey: server.apiKey });
const { signal } = new AbortController();

it('lists the voices that it can speak with', async () => {
  expect(await deepgram.listVoices!(connection(), signal)).toEqual([
    { id: 'aura-2-thalia-en', name: 'Thalia', languages: ['en', 'en-US'] },
    { id: 'aura-angus-en', name: 'Angus', languages: ['en'] },
  ]);
});

it('lists models for streams, each once, Flux among them', async () => {
  const models = await deepgram.listModels!({ ...connection(), baseUrl: server.baseUrl.replace('http', 'ws') }, signal);
  expect(models.map(({ id }) => id)).toEqual(['flux-general-en', 'flux-general-multi', 'nova-3-general']);
  expect(new Set(models.map(({ kind }) => kind))).toEqual(new Set(['transcriber']));
});

it('fails with what the vendor says', async () => {
  await expect(deepgram.listVoices!({ ...connection(), apiKey: 'wrong-key' }, signal)).rejects.toMatchObject({
    name: 'ProviderError',
    retryable: false,
    message: expect.not.stringContaining('wrong-key'),
  });
  server.models = [];
  await expect(deepgram.listVoices!(connection(), signal)).rejects.toMatchObject({ name: 'ProviderError' });
});
