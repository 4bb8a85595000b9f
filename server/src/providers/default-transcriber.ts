import type { ProviderVendor } from '@parley/contract';
import type { NamedProvider } from '../kernel/provider-connection.ts';

/**
 * Who listens for an agent that names nobody, the best first: those that tell by themselves when a turn is over, and
 * take the telephone's own audio. A server of one's own may have no ears at all, so it has to be named.
 */
const PREFERENCE: readonly ProviderVendor[] = ['deepgram', 'assemblyai', 'cartesia', 'elevenlabs', 'openai'];

const BUILTIN_TRANSCRIBER = 'builtin';

export function defaultTranscriber(providers: readonly NamedProvider[]): string {
  const able = providers.filter(({ abilities }) => abilities.includes('transcriber'));
  for (const vendor of PREFERENCE) {
    const provider = able.find((one) => one.vendor === vendor);
    if (provider) return provider.name;
  }
  return BUILTIN_TRANSCRIBER;
}
