import { describe, expect, it } from 'vitest';
import { operatorProviders, providerVariables } from './operator-providers.ts';

const REGIONAL = 'https://westeurope.api.cognitive.microsoft.com';

const providersOf = (environment: Record<string, string>) => operatorProviders(environment);

describe('the providers of the operator', () => {
  it('are those with a key, or an address in the place of the vendor', () => {
    const values = { DEEPGRAM_API_KEY: 'key', SONIOX_API_KEY: 'key', CARTESIA_BASE_URL: 'http://127.0.0.1:9' };
    expect(providersOf(values)).toMatchObject([
      { name: 'cartesia', baseUrl: 'http://127.0.0.1:9', apiKey: null },
      { name: 'deepgram', baseUrl: null, apiKey: 'key' },
      { name: 'soniox', baseUrl: null, apiKey: 'key', abilities: ['transcriber', 'voice'] },
    ]);
  });

  it.each([
    [{ AZURE_API_KEY: 'key' }, []],
    [{ AZURE_REGION: 'westeurope' }, []],
    [{ AZURE_API_KEY: 'key', AZURE_REGION: 'westeurope' }, [{ name: 'azure', apiKey: 'key', baseUrl: REGIONAL }]],
    [{ AZURE_API_KEY: 'key', AZURE_REGION: 'x', AZURE_BASE_URL: REGIONAL }, [{ name: 'azure', baseUrl: REGIONAL }]],
  ])('have Azure where its region is known: %j', (values, expected) => {
    expect(providersOf(values)).toMatchObject(expected);
  });

  it('have a region that is written as the vendor writes it', () => {
    expect(providerVariables.AZURE_REGION!.safeParse('West Europe').success).toBe(false);
  });
});
