import { hearing as assemblyAiHearing } from '../assemblyai/languages.ts';
import { LANGUAGES as AZURE, voiceLanguages as azureVoiceLanguages } from '../azure/locales.ts';
import { LANGUAGES as CARTESIA, HEARD_LANGUAGES as CARTESIA_HEARD } from '../cartesia/languages.ts';
import { listenModel } from '../deepgram/listen/listen-model.ts';
import { voiceLanguages as deepgramVoiceLanguages } from '../deepgram/speak/voice-languages.ts';
import { DEFAULT_MODEL, languagesOf } from '../elevenlabs/languages.ts';
import { LANGUAGES as SONIOX } from '../soniox/languages.ts';

export { type InstalledLanguages, installedHearing, installedSpeech } from '../sherpa-onnx/installed-languages.ts';
export { isSpeakingModel } from '../speech-to-speech/speaking-models.ts';

/** What a recognizer hears: primary language subtags, null where that is not known; and whether it tells which it was. */
export interface HeardLanguages {
  languages: readonly string[] | null;
  detectsLanguage: boolean;
}

const UNKNOWN: HeardLanguages = { languages: null, detectsLanguage: false };
const ENGLISH: readonly string[] = ['en'];

const heard: Record<string, (model: string | null) => HeardLanguages> = {
  assemblyai: assemblyAiHearing,
  azure: () => ({ languages: AZURE, detectsLanguage: true }),
  builtin: () => ({ languages: ENGLISH, detectsLanguage: false }),
  cartesia: () => ({ languages: CARTESIA_HEARD, detectsLanguage: false }),
  deepgram(model) {
    const { languages, detectsLanguage } = listenModel(model).capabilities;
    return { languages, detectsLanguage };
  },
  elevenlabs: () => ({ languages: null, detectsLanguage: true }),
  'openai-compatible': () => ({ languages: null, detectsLanguage: true }),
  soniox: () => ({ languages: SONIOX, detectsLanguage: true }),
};

const spoken: Record<string, (voice: string) => readonly string[] | null> = {
  azure: azureVoiceLanguages,
  builtin: () => ENGLISH,
  cartesia: () => CARTESIA,
  deepgram: deepgramVoiceLanguages,
  elevenlabs: () => languagesOf(DEFAULT_MODEL),
  soniox: () => SONIOX,
};

/** By what a vendor has documented: without a request, and without a load. @param model null: the vendor's default */
export const heardLanguages = (vendor: string, model: string | null): HeardLanguages =>
  Object.hasOwn(heard, vendor) ? heard[vendor]!(model) : UNKNOWN;

/** What a voice speaks, as primary language subtags; null where that is not known. */
export const spokenLanguages = (vendor: string, voice: string): readonly string[] | null =>
  Object.hasOwn(spoken, vendor) ? spoken[vendor]!(voice) : null;
