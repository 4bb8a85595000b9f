import { AUTO_LANGUAGE, agentDefaults } from '@parley/contract';
import type { NamedProvider } from '../kernel/provider-connection.ts';
import { RequestError } from '../kernel/request-error.ts';
import { defaultTranscriber } from '../providers/default-transcriber.ts';
import { heardBy, mayHear, maySpeak, spokenBy } from '../providers/known-languages.ts';

/** What a language depends on; a field that is left out is as it is stored, or has its default. */
export interface LanguageChoices {
  language?: string | undefined;
  voice_id?: string | undefined;
  transcriber?: string | null | undefined;
}

const FIELDS = ['language', 'voice_id', 'transcriber'] as const;

/**
 * Refuses a language that the chosen voice or transcriber is known to lack, when one of the three is being set. The
 * voice that an agent has by default, and that the request does not name, was chosen by nobody: it speaks as well as it
 * can, and the call has a warning. @throws RequestError
 */
export function refuseUnknownLanguage(
  given: LanguageChoices,
  stored: LanguageChoices | null,
  providers: readonly NamedProvider[],
): void {
  const param = FIELDS.find((field) => given[field] !== undefined);
  if (param === undefined) return;
  const language = given.language ?? stored?.language ?? agentDefaults.language;
  const voice = given.voice_id ?? chosenVoice(stored?.voice_id);
  const transcriber = given.transcriber === undefined ? (stored?.transcriber ?? null) : given.transcriber;
  const problem = problemOfVoice(voice, language, providers) ?? problemOfTranscriber(transcriber, language, providers);
  if (problem !== null) throw new RequestError('unprocessable', problem, { param });
}

/** Settings as they stand in an editor, where the default voice is filled in for whoever has chosen none. */
export const asChosen = <T extends LanguageChoices>({
  voice_id,
  ...rest
}: T): Omit<T, 'voice_id'> & LanguageChoices => {
  const voice = chosenVoice(voice_id);
  return voice === null ? rest : { ...rest, voice_id: voice };
};

const chosenVoice = (voice: string | undefined): string | null =>
  voice === undefined || voice === agentDefaults.voice_id ? null : voice;

function problemOfVoice(voice: string | null, language: string, providers: readonly NamedProvider[]): string | null {
  if (voice === null || maySpeak(spokenBy(voice, providers), language)) return null;
  return `The voice ${voice} does not speak ${language}; choose another voice_id, or another language.`;
}

function problemOfTranscriber(
  chosen: string | null,
  language: string,
  providers: readonly NamedProvider[],
): string | null {
  const transcriber = chosen ?? defaultTranscriber(providers, language);
  if (mayHear(heardBy(transcriber, providers), language)) return null;
  if (language === AUTO_LANGUAGE)
    return `The transcriber ${transcriber} does not tell languages apart, which the language auto needs; choose another transcriber, or a language.`;
  if (chosen === null) return null;
  return `The transcriber ${chosen} does not understand ${language}; choose another transcriber, or another language.`;
}
