import { ProviderVendor, vendorAbilities } from '@parley/contract';
import { refusedPort } from '@parley/providers/refused-port';
import { z } from 'zod';
import type { ProviderConnection } from '../kernel/provider-connection.ts';

/** The vendors' own names: one `export DEEPGRAM_API_KEY=…` is enough. */
const prefixOf = (vendor: ProviderVendor) => vendor.toUpperCase().replaceAll('-', '_');
const keyOf = (vendor: ProviderVendor) => `${prefixOf(vendor)}_API_KEY`;
const addressOf = (vendor: ProviderVendor) => `${prefixOf(vendor)}_BASE_URL`;

const Key = z
  .string()
  .regex(/^[\x21-\x7e]+$/, 'must be visible ASCII characters')
  .optional();

/** Azure has no address of its own, and its users know their region. */
const REGION = 'AZURE_REGION';
const Region = z
  .string()
  .regex(/^[a-z0-9]+$/, 'must be a region such as westeurope')
  .optional();

/** HTTP clients make no request to some ports: better said at the start than in every call. */
export const REFUSED_PORT =
  'must have another port: HTTP clients refuse this one, which belongs to another protocol (https://fetch.spec.whatwg.org/#port-blocking)';

const Address = z
  .string()
  .refine((text) => {
    const url = URL.parse(text);
    return url !== null && /^(https?|wss?):$/.test(url.protocol) && url.username === '' && url.password === '';
  }, 'must be an http, https, ws or wss address without user and password, such as https://speech.example.com/v1')
  .refine((text) => refusedPort(text) === null, REFUSED_PORT)
  .transform((text) => text.replace(/\/+$/, ''))
  .optional();

/** `<VENDOR>_API_KEY` and `<VENDOR>_BASE_URL` of every vendor. */
export const providerVariables: Record<string, typeof Key | typeof Address | typeof Region> = {
  ...Object.fromEntries(
    ProviderVendor.options.flatMap((vendor) => [
      [keyOf(vendor), Key],
      [addressOf(vendor), Address],
    ]),
  ),
  [REGION]: Region,
};

export const providerSecrets: readonly string[] = Object.keys(providerVariables);

interface Values {
  PARLEY_LLM_URL?: string | undefined;
  PARLEY_LLM_API_KEY?: string | undefined;
  PARLEY_LLM_MODEL?: string | undefined;
}

/** Where a key alone is for. */
export const OPENAI_URL = 'https://api.openai.com/v1';

/** Vendors that have no address of their own. */
const ADDRESSED: readonly ProviderVendor[] = ['azure', 'openai-compatible'];

const regionalAddress = (region: string | undefined): string | null =>
  region === undefined ? null : `https://${region}.api.cognitive.microsoft.com`;

/** What the environment sets for all accounts. The model server of PARLEY_LLM_URL is `openai` before OpenAI is. */
export function operatorProviders(values: Values): ProviderConnection[] {
  const given = values as Record<string, string | undefined>;
  const vendors = ProviderVendor.options.flatMap((vendor): ProviderConnection[] => {
    const apiKey = given[keyOf(vendor)] ?? null;
    const baseUrl =
      given[addressOf(vendor)] ?? (vendor === 'azure' && apiKey !== null ? regionalAddress(given[REGION]) : null);
    const isUsable = baseUrl !== null || (apiKey !== null && !ADDRESSED.includes(vendor));
    return isUsable ? [{ vendor, name: vendor, baseUrl, apiKey, abilities: vendorAbilities[vendor] }] : [];
  });
  if (values.PARLEY_LLM_MODEL === undefined) return vendors;
  const server: ProviderConnection = {
    vendor: 'openai-compatible',
    name: 'openai',
    baseUrl: values.PARLEY_LLM_URL ?? OPENAI_URL,
    apiKey: values.PARLEY_LLM_API_KEY ?? null,
    abilities: ['model'],
  };
  return [server, ...vendors];
}
