import { openModelProvider, type ProviderVendor } from '@parley/contract';
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

/** An open model of the agent's language is asked before what is built in, which understands phrases alone. */
export function defaultTranscriber(providers: readonly NamedProvider[], language: string): string {
  const able = providers.filter(({ abilities }) => abilities.includes('transcriber'));
  for (const vendor of PREFERENCE) {
    const provider = able.find((one) => one.vendor === vendor);
    if (provider) return provider.name;
  }
  const own = able.find(({ vendor }) => vendor === openModelProvider);
  const recognizer = own?.recognizers?.find(({ languages }) => languages.some((tag) => isSameLanguage(tag, language)));
  return own && recognizer ? `${own.name}/${recognizer.name}` : BUILTIN_TRANSCRIBER;
}

const primaryOf = (tag: string): string => tag.toLowerCase().split('-')[0]!;
const isSameLanguage = (one: string, other: string): boolean => primaryOf(one) === primaryOf(other);
