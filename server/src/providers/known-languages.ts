import { AUTO_LANGUAGE, openModelProvider } from '@parley/contract';
import {
  type HeardLanguages,
  heardLanguages,
  installedHearing,
  installedSpeech,
  isSpeakingModel,
  spokenLanguages,
} from '@parley/providers/languages';
import { type NamedProvider, providerNamed } from '../kernel/provider-connection.ts';

const BUILTIN = 'builtin';
const UNKNOWN: HeardLanguages = { languages: null, detectsLanguage: false };

const primaryOf = (tag: string): string => tag.split('-')[0]!.toLowerCase();

function partsOf(choice: string): { provider: string; name: string | null } {
  const slash = choice.indexOf('/');
  if (slash < 0) return { provider: choice, name: null };
  return { provider: choice.slice(0, slash), name: choice.slice(slash + 1) };
}

/** What a transcriber hears, as far as it is known without a request. @param choice provider, or provider/model */
export function heardBy(choice: string, providers: readonly NamedProvider[]): HeardLanguages {
  const { provider, name } = partsOf(choice);
  if (provider === BUILTIN) return heardLanguages(BUILTIN, null);
  const named = providerNamed(providers, provider, 'transcriber');
  if (!named) return UNKNOWN;
  if (named.vendor !== openModelProvider) return heardLanguages(named.vendor, name);
  return { ...UNKNOWN, languages: installedHearing(named.recognizers ?? [], name) };
}

/** What a voice speaks, as primary language subtags; null where that is not known. @param choice provider/name */
export function spokenBy(choice: string, providers: readonly NamedProvider[]): readonly string[] | null {
  const { provider, name } = partsOf(choice);
  if (name === null) return null;
  if (provider === BUILTIN) return spokenLanguages(BUILTIN, name);
  const named = providerNamed(providers, provider, 'voice');
  if (!named) return null;
  if (named.vendor === openModelProvider) return installedSpeech(named.voices ?? [], name);
  return spokenLanguages(named.vendor, name);
}

/** The provider of a model that hears and speaks by itself; null: it does not. @param choice provider/name, or a name */
export function speakingModelOf(choice: string, providers: readonly NamedProvider[]): NamedProvider | null {
  const [provider, name] = choice.includes('/')
    ? [partsOf(choice).provider, partsOf(choice).name!]
    : ['openai', choice];
  const named = providerNamed(providers, provider, 'model');
  return named !== undefined && isSpeakingModel(named.vendor, name) ? named : null;
}

/** Only a vendor that is known to lack a language is refused. */
export const mayHear = ({ languages, detectsLanguage }: HeardLanguages, language: string): boolean =>
  language === AUTO_LANGUAGE ? detectsLanguage : maySpeak(languages, language);

export const maySpeak = (languages: readonly string[] | null, language: string): boolean =>
  language === AUTO_LANGUAGE || languages === null || languages.includes(primaryOf(language));
