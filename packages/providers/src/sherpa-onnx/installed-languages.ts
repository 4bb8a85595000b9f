import { primaryLanguage } from '../languages/primary-language.ts';

/** A recognizer or a voice of this host. */
export interface InstalledLanguages {
  /** The part after the slash in an agent's `transcriber` or `voice_id`. */
  name: string;
  /** BCP 47. */
  languages: readonly string[];
}

/** Primary language subtags; null where nothing of the name is installed. @param model null: the one for the language */
export const installedHearing = (
  recognizers: readonly InstalledLanguages[],
  model: string | null,
): readonly string[] | null => languagesOf(recognizers.filter(({ name }) => model === null || name === model));

/** The same of a voice; of a model with several speakers, when none of them is named, what they speak together. */
export const installedSpeech = (voices: readonly InstalledLanguages[], voice: string): readonly string[] | null =>
  languagesOf(voices.filter(({ name }) => name === voice || name.startsWith(`${voice}:`)));

const languagesOf = (models: readonly InstalledLanguages[]): readonly string[] | null =>
  models.length === 0 ? null : [...new Set(models.flatMap(({ languages }) => languages.map(primaryLanguage)))];
