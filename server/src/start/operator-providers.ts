import { ProviderVendor, vendorAbilities } from '@parley/contract';
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

const Address = z
  .string()
  .refine((text) => {
    const url = URL.parse(text);
    return url !== null && /^(https?|wss?):$/.test(url.protocol) && url.username === '' && url.password === '';
  }, 'must be an http, https, ws or wss address without user and password, such as https://speech.example.com/v1')
  .transform((text) => text.replace(/\/+$/, ''))
  .optional();

/** `<VENDOR>_API_KEY` and `<VENDOR>_BASE_URL` of every vendor. */
export const providerVariables: Record<string, typeof Key | typeof Address> = Object.fromEntries(
  ProviderVendor.options.flatMap((vendor) => [
    [keyOf(vendor), Key],
    [addressOf(vendor), Address],
  ]),
);

export const providerSecrets: readonly string[] = Object.keys(providerVariables);

interface Values {
  PARLEY_LLM_URL?: string | undefined;
  PARLEY_LLM_API_KEY?: string | undefined;
  PARLEY_LLM_MODEL?: string | undefined;
}

/** Where a key alone is for. */
export const OPENAI_URL = 'https://api.openai.com/v1';

/** What the environment sets for all accounts. The model server of PARLEY_LLM_URL is `openai` before OpenAI is. */
export function operatorProviders(values: Values): ProviderConnection[] {
  const given = values as Record<string, string | undefined>;
  const vendors = ProviderVendor.options.flatMap((vendor): ProviderConnection[] => {
    const [apiKey = null, baseUrl = null] = [given[keyOf(vendor)], given[addressOf(vendor)]];
    const isUsable = vendor === 'openai-compatible' ? baseUrl !== null : apiKey !== null || baseUrl !== null;
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
