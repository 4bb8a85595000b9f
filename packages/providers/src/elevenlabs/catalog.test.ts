import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { elevenLabs } from './index.ts';
import { ElevenLabsServer } from './testing/elevenlabs-server.ts';

let server: ElevenLabsServer;
beforeEach(async () => {
  server = await new ElevenLabsServer().start();
});
afterEach(() => server.close());

const { signal } = new AbortController();
const connection = (apiKey = server.apiKey) => ({ baseUrl: server.baseUrl, apiKey });

describe('lists of ElevenLabs', () => {
  it('have the voices of the account with their languages', async () => {
    server.resources['/v1/voices'] = {
      voices: [
        {
          voice_id: 'a',
          name: 'Anna',
          verified_languages: [
            { language: 'de', locale: 'de-AT', model_id: 'eleven_flash_v2_5' },
            { language: 'de', locale: 'de-AT', model_id: 'eleven_multilingual_v2' },
            { language: 'en', locale: null },
          ],
        },
        { voice_id: 'b', name: 'Bert', labels: { accent: 'american', language: 'en' }, verified_languages: null },
        { voice_id: 'c' },
      ],
    };
    expect(await elevenLabs.listVoices!(connection(), signal)).toEqual([
      { id: 'a', name: 'Anna', languages: ['de-AT', 'en'] },
      { id: 'b', name: 'Bert', languages: ['en'] },
      { id: 'c', name: 'c', languages: [] },
    ]);
  });

  it('have the models that speak on a socket, and Scribe', async () => {
    server.resources['/v1/models'] = [
      { model_id: 'eleven_flash_v2_5', name: 'Eleven Flash v2.5', can_do_text_to_speech: true },
      { model_id: 'eleven_v3', name: 'Eleven v3', can_do_text_to_speech: true },
      { model_id: 'eleven_english_sts_v2', name: 'Eleven English v2', can_do_text_to_speech: false },
    ];
    expect(await elevenLabs.listModels!(connection(), signal)).toEqual([
      { id: 'eleven_flash_v2_5', name: 'Eleven Flash v2.5', kind: 'voice' },
      { id: 'scribe_v2_realtime', name: 'Scribe v2 Realtime', kind: 'transcriber' },
    ]);
  });

  it('fail with what to do about it', async () => {
    await expect(elevenLabs.listVoices!(connection('wrong'), signal)).rejects.toMatchObject({
      name: 'ProviderError',
      retryable: false,
      advice: expect.stringContaining('key'),
    });
    server.resources['/v1/models'] = { models: 'none' };
    await expect(elevenLabs.listModels!(connection(), signal)).rejects.toMatchObject({
      name: 'ProviderError',
      retryable: true,
    });
  });
});
