/** https://elevenlabs.io/docs/overview/models */
const MULTILINGUAL_V2 = 'en ja zh de hi fr ko pt it es id nl tr fil pl sv bg ro ar cs el fi hr ms sk da ta uk ru'.split(
  ' ',
);
const FLASH_V2_5 = [...MULTILINGUAL_V2, 'hu', 'no', 'vi'];

/** Tags of the same languages that the vendor does not know. */
const OTHER_NAMES: Record<string, string> = { nb: 'no', tl: 'fil' };

const MODEL_LANGUAGES: Record<string, readonly string[]> = {
  eleven_flash_v2_5: FLASH_V2_5,
  eleven_turbo_v2_5: FLASH_V2_5,
  eleven_multilingual_v2: MULTILINGUAL_V2,
  eleven_flash_v2: ['en'],
  eleven_turbo_v2: ['en'],
};

/** Models that take a `language_code`; the others refuse it. */
const LANGUAGE_CODE_MODELS = ['eleven_flash_v2_5', 'eleven_turbo_v2_5'];

/** The model that voices speak with. */
export const DEFAULT_MODEL = 'eleven_flash_v2_5';

/** The vendor's code for a BCP 47 tag. */
export function languageCode(tag: string): string {
  const primary = tag.split('-')[0]!.toLowerCase();
  return OTHER_NAMES[primary] ?? primary;
}

/** Primary subtags; null for models of which the documentation does not list them. */
export function languagesOf(model: string): readonly string[] | null {
  const languages = MODEL_LANGUAGES[model];
  if (!languages) return null;
  const others = Object.keys(OTHER_NAMES).filter((tag) => languages.includes(OTHER_NAMES[tag]!));
  return [...languages, ...others];
}

/** What the model takes as `language_code`: a language that it does not speak is refused. */
export function spokenLanguageCode(model: string, tag: string): string | null {
  const code = languageCode(tag);
  return LANGUAGE_CODE_MODELS.includes(model) && FLASH_V2_5.includes(code) ? code : null;
}
