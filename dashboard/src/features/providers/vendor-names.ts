import { type ProviderAbility, ProviderVendor } from '@parley/contract';

export const vendorNames: Record<ProviderVendor, string> = {
  anthropic: 'Anthropic',
  assemblyai: 'AssemblyAI',
  azure: 'Azure',
  cartesia: 'Cartesia',
  deepgram: 'Deepgram',
  elevenlabs: 'ElevenLabs',
  google: 'Google',
  groq: 'Groq',
  mistral: 'Mistral',
  openai: 'OpenAI',
  'openai-compatible': 'A server of your own',
  soniox: 'Soniox',
};

/** A provider of the operator is called as its vendor is, as a rule. */
export function providerTitle(name: string): string {
  const vendor = ProviderVendor.safeParse(name);
  return vendor.success ? vendorNames[vendor.data] : name;
}

/** What agents use it as. */
export const abilityNames: Record<ProviderAbility, string> = {
  transcriber: 'recognizer',
  model: 'language model',
  voice: 'voice',
};
