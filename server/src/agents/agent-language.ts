import { AUTO_LANGUAGE, agentDefaults } from '@parley/contract';
import type { NamedProvider } from '../kernel/provider-connection.ts';
import { RequestError } from '../kernel/request-error.ts';
import { defaultTranscriber } from '../providers/default-transcriber.ts';
import { heardBy, mayHear, maySpeak, speakingModelOf, spokenBy } from '../providers/known-languages.ts';

/** What a language depends on; a field that is left out is as it is stored, or has its default. */
export interface LanguageChoices {
  language?: string | undefined;
  model?: string | undefined;
  voice_id?: string | undefined;
  transcriber?: string | null | undefined;
  fallbacks?: { voice_id?: string[] | undefined; transcriber?: string[] | undefined } | undefined;
}

const FIELDS = ['language', 'voice_id', 'transcriber', 'model'] as const;

/**
 * Refuses a language that a chosen voice or transcriber is known to lack, of those that the request sets, and of all
 * where it sets the language. The default voice, which the request does not name, is not refused: it speaks as well as
 * it can, and the call has a warning. A model that hears by itself needs no transcriber.
 * @throws RequestError
 */
export function refuseUnknownLanguage(
  given: LanguageChoices,
  stored: LanguageChoices | null,
  providers: readonly NamedProvider[],
): void {
  const language = given.language ?? stored?.language ?? agentDefaults.language;
  refuseForAgent(given, stored, language, providers);
  refuseForFallbacks(given, stored, language, providers);
}

function refuseForAgent(
  given: LanguageChoices,
  stored: LanguageChoices | null,
  language: string,
  providers: readonly NamedProvider[],
): void {
  const param = FIELDS.find((field) => given[field] !== undefined);
  if (param === undefined) return;
  const voice = given.voice_id ?? chosenVoice(stored?.voice_id);
  const transcriber = given.transcriber === undefined ? (stored?.transcriber ?? null) : given.transcriber;
  const model = given.model ?? stored?.model ?? null;
  // Another model changes only the transcriber.
  const ofVoice = param === 'model' ? null : problemOfVoice(voice, language, providers);
  const isHeardByModel = model !== null && speakingModelOf(model, providers) !== null;
  const problem = ofVoice ?? (isHeardByModel ? null : problemOfTranscriber(transcriber, language, providers));
  if (problem !== null) throw new RequestError('unprocessable', problem, { param });
}

/** Fallbacks are always chosen. The error names the fallback when the request sets it, otherwise the language. */
function refuseForFallbacks(
  given: LanguageChoices,
  stored: LanguageChoices | null,
  language: string,
  providers: readonly NamedProvider[],
): void {
  for (const field of ['voice_id', 'transcriber'] as const) {
    const set = given.fallbacks?.[field];
    const choices = set ?? (given.language === undefined ? [] : (stored?.fallbacks?.[field] ?? []));
    const problemOf = field === 'voice_id' ? problemOfVoice : problemOfTranscriber;
    for (const [index, choice] of choices.entries()) {
      const problem = problemOf(choice, language, providers);
      if (problem === null) continue;
      throw new RequestError('unprocessable', problem, { param: set ? `fallbacks.${field}[${index}]` : 'language' });
    }
  }
}

/** Settings as an editor has them, where the default voice is filled in when none was chosen. */
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
