import { AzureServer, GoogleServer, SonioxServer } from '@parley/providers/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Account } from '../specification/accounts.ts';
import { Service } from '../support/service.ts';

let service: Service;
let account: Account;

beforeAll(async () => {
  service = await Service.start();
  account = await Account.first(service);
});

afterAll(() => service?.remove());

const HEARD = 'Schöne Grüße from the recognizer';

/** Servers that speak the vendors' protocols: they hear what the test tells them to. */
const servers = {
  azure: () => new AzureServer().start(),
  soniox: () => new SonioxServer().start(),
};

describe('a trial of a vendor', () => {
  test.each(Object.entries(servers))('%s listens and speaks', async (vendor, start) => {
    const server = await start();
    const { body: provider } = await account.request('POST', '/providers', {
      body: { vendor, base_url: server.baseUrl, api_key: server.apiKey },
    });
    void server
      .when(() => server.finalizes === 1)
      .then(() => server.settle({ text: HEARD, startMs: 0, endMs: server.heardMs }));
    const { status, body } = await account.request('POST', `/providers/${provider.provider_id}/test`, { body: {} });
    expect(status).toBe(200);
    expect(body.steps).toMatchObject([
      { name: 'transcriber', ok: true, text: HEARD },
      { name: 'voice', ok: true, audio: expect.stringMatching(/^data:audio\/wav;base64,/) },
    ]);
    expect(server.clauses.join(' ')).toContain('Good morning');
    const { body: models } = await account.request('GET', '/models');
    expect(models.default_transcriber).toBe(vendor);
    const { body: voices } = await account.request('GET', '/voices');
    expect(voices.failures).toEqual([]);
    expect(voices.data.filter((voice: { provider: string }) => voice.provider === vendor)).not.toHaveLength(0);
    await account.request('DELETE', `/providers/${provider.provider_id}`);
    await server.close();
  });

  test('google speaks by itself', async () => {
    const server = await new GoogleServer().start();
    const { body: provider } = await account.request('POST', '/providers', {
      body: { vendor: 'google', base_url: server.baseUrl, api_key: server.apiKey },
    });
    const { body } = await account.request('POST', `/providers/${provider.provider_id}/test`, {
      body: { model: 'gemini-3.8-live' },
    });
    expect(body.steps).toMatchObject([
      {
        ...{ name: 'model', ok: true, text: expect.stringContaining('Good morning') },
        audio: expect.stringMatching(/^data:audio\/wav;base64,/),
      },
    ]);
    server.models = [
      { name: 'models/gemini-3.8-live', supportedGenerationMethods: ['bidiGenerateContent'] },
      { name: 'models/gemini-3.5-flash', supportedGenerationMethods: ['generateContent'] },
    ];
    const { body: models } = await account.request('GET', '/models');
    const listed = models.data.filter((model: { provider: string }) => model.provider === 'google');
    expect(listed.map(({ model, kind }: any) => [model, kind])).toEqual([
      ['google/gemini-3.8-live', 'language'],
      ['google/gemini-3.5-flash', 'language'],
    ]);
    expect(listed[0].description).toContain('Hears and speaks by itself');
    // Not the default: an agent of before would lose its transcriber and its voice by it.
    expect(models.default).toBe('google/gemini-3.5-flash');
    const agent = (await account.request('GET', '/agents')).body.data[0];
    const change = { model: 'google/gemini-3.8-live', voice_id: 'google/Kore' };
    expect((await account.request('PATCH', `/agents/${agent.agent_id}`, { body: change })).status).toBe(200);
    await account.request('PATCH', `/agents/${agent.agent_id}`, {
      body: { model: agent.model, voice_id: agent.voice_id },
    });
    await account.request('DELETE', `/providers/${provider.provider_id}`);
    await server.close();
  });
});
