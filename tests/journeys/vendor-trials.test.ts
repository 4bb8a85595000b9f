import { AzureServer, SonioxServer } from '@parley/providers/testing';
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

/** Servers that speak the vendors' protocols: what they hear is what they are told to have heard. */
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
});
