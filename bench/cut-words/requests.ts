import type { SpeechRequest } from '../synthesis/speech-request.ts';
import { espeak, type Voice } from '../synthesis/voice.ts';
import {
  ALIGNMENT_ENGLISH,
  ALIGNMENT_ENGLISH_TRAINING,
  ALIGNMENT_TRAINING_VARIANTS,
  ALIGNMENT_VARIANTS,
} from '../synthesis/voices.ts';
import { SENTENCES, type SentenceSets } from './sentences.ts';

const speak = (voices: readonly Voice[], texts: readonly string[]): SpeechRequest[] =>
  voices.flatMap((voice) => texts.map((text) => ({ ...voice, text })));

const voicesIn = (language: string, variants: readonly string[]): Voice[] =>
  variants.map((variant, i) => espeak(`${language}+${variant}`, 40 + 7 * i, 155 + 12 * i));

export const trainingRequests = (): SpeechRequest[] =>
  Object.entries(SENTENCES).flatMap(([language, { training }]) =>
    language === 'en'
      ? [...new Map(speak(ALIGNMENT_ENGLISH_TRAINING, training).map((each) => [JSON.stringify(each), each])).values()]
      : speak(voicesIn(language, ALIGNMENT_TRAINING_VARIANTS), training),
  );

export type MeasuredPart = keyof typeof ALIGNMENT_VARIANTS;

const textsOf = ({ measured }: SentenceSets, part: MeasuredPart): string[] =>
  measured.filter((_, i) => (i % 3 === 2) === (part === 'unseen'));

/** By language. The unseen part has other sentences and other voices. */
export function measuredRequests(part: MeasuredPart): Map<string, SpeechRequest[]> {
  return new Map(
    Object.entries(SENTENCES).map(([language, sets]) => {
      const texts = textsOf(sets, part);
      const voices = language === 'en' ? ALIGNMENT_ENGLISH[part] : voicesIn(language, ALIGNMENT_VARIANTS[part]);
      return [language, speak(voices, texts)];
    }),
  );
}

/** English, by the built-in voice, whose own word times are left out. */
export function builtinRequests(part: MeasuredPart): { voice: string; text: string }[] {
  const voices = part === 'unseen' ? ['kal'] : ['awb'];
  return voices.flatMap((voice) => textsOf(SENTENCES.en!, part).map((text) => ({ voice, text })));
}
