import type { ProviderVendor } from '@parley/contract';
import type { NamedProvider } from '../kernel/provider-connection.ts';

/**
 * Who listens for an agent that names no transcriber, the best first: those that stream, take the telephone's own audio
 * and know the most languages. A server of one's own may have no recognizer at all, so it has to be named.
 */
const PREFERENCE: readonly ProviderVendor[] = [
  'deepgram',
  'assemblyai',
  'soniox',
  'cartesia',
  'elevenlabs',
  'azure',
  'openai',
];

const BUILTIN_TRANSCRIBER = 'builtin';

export function defaultTranscriber(providers: readonly NamedProvider[]): string {
  const able = providers.filter(({ abilities }) => abilities.includes('transcriber'));
  for (const vendor of PREFERENCE) {
    const provider = able.find((one) => one.vendor === vendor);
    if (provider) return provider.name;
  }
  return BUILTIN_TRANSCRIBER;
}
