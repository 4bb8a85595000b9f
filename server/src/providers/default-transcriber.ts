import { openModelProvider, type ProviderVendor } from '@parley/contract';
import type { NamedProvider } from '../kernel/provider-connection.ts';
import { heardBy, mayHear } from './known-languages.ts';

/**
 * The transcribers for an agent that names none, the best first: those that stream, take the telephone's own audio
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

/**
 * The first that hears the agent's language, or tells languages apart for an agent that follows its callers. An open model
 * of the language  is asked before what is built in, which understands phrases alone.
 */
export function defaultTranscriber(providers: readonly NamedProvider[], language: string): string {
  const able = providers.filter(({ abilities }) => abilities.includes('transcriber'));
  const preferred = PREFERENCE.flatMap((vendor) => able.find((one) => one.vendor === vendor) ?? []);
  const fitting = preferred.find(({ name }) => mayHear(heardBy(name, providers), language));
  if (fitting) return fitting.name;
  const own = able.find(({ vendor }) => vendor === openModelProvider);
  const recognizer = own?.recognizers?.find(({ languages }) => languages.some((tag) => isSameLanguage(tag, language)));
  if (own && recognizer) return `${own.name}/${recognizer.name}`;
  // They may know more than they say; and what is built in understands English alone.
  return preferred[0]?.name ?? BUILTIN_TRANSCRIBER;
}

const primaryOf = (tag: string): string => tag.toLowerCase().split('-')[0]!;
const isSameLanguage = (one: string, other: string): boolean => primaryOf(one) === primaryOf(other);
