import { AUTO_LANGUAGE } from '@parley/contract/auto-language';
import { languageName, type SpeechToText, type SpokenVoice } from '@parley/conversation';
import type { MediaAgent } from '../media.ts';

const lacks = (languages: readonly string[] | null, tag: string): boolean =>
  languages !== null && !languages.includes(tag.split('-')[0]!.toLowerCase());

/** An agent may be given a language that the voice or the transcriber lacks which it has by default. */
export function languageWarnings(
  { language }: Pick<MediaAgent, 'language'>,
  transcriber: SpeechToText,
  { tts, voice }: SpokenVoice,
): string[] {
  if (language === AUTO_LANGUAGE) return [];
  const name = languageName(language);
  const warnings: string[] = [];
  if (lacks(tts.capabilities.languagesOf(voice), language))
    warnings.push(`The voice ${tts.name}/${voice} does not speak ${name}; give the agent a voice_id that does.`);
  if (lacks(transcriber.capabilities.languages, language))
    warnings.push(`${transcriber.name} does not understand ${name}; give the agent a transcriber that does.`);
  return warnings;
}
