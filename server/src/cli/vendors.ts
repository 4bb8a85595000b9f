import type { ProviderVendor } from '@parley/contract';

/** All of them, without the schemas that the contract brings along. */
const known = {
  anthropic: true,
  assemblyai: true,
  azure: true,
  cartesia: true,
  deepgram: true,
  elevenlabs: true,
  google: true,
  groq: true,
  mistral: true,
  openai: true,
  'openai-compatible': true,
  soniox: true,
} satisfies Record<ProviderVendor, true>;

export const vendors = Object.keys(known) as ProviderVendor[];
