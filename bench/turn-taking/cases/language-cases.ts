import { packFor } from '@parley/conversation/testing';
import type { SpeechRequest } from '../../synthesis/speech-request.ts';
import { espeak, type Voice } from '../../synthesis/voice.ts';
import { LANGUAGE_PHRASES, OTHER_LANGUAGES, type OtherLanguage } from '../stimuli/language-phrases.ts';
import type { LanguagePhrases } from '../stimuli/languages/language-phrases.ts';
import { writtenOf } from '../stimuli/pronounced.ts';
import type { Draw } from './draw.ts';
import { drawnOver, drawnToSilence } from './drawn.ts';
import type { CaseClass, Drawn, Sound } from './test-case.ts';

/** Callers in other languages than English: whether what the packs know of them is enough. */
type Maker = (draw: Draw, isUnseen: boolean) => Drawn;

/** Of these languages nothing is looked at. */
const UNSEEN: readonly OtherLanguage[] = ['it', 'ja', 'pt'];
const VARIANTS = { seen: ['m3', 'f2', 'm7', 'f5', 'klatt2'], unseen: ['m6', 'f4', 'klatt4'] };
const LOWEST_DBOV = -30;

const phrasesOf = (language: OtherLanguage): LanguagePhrases => LANGUAGE_PHRASES[language];

const languageOf = (draw: Draw, isUnseen: boolean): OtherLanguage =>
  draw.of(OTHER_LANGUAGES.filter((language) => UNSEEN.includes(language) === isUnseen));

const voiceOf = (draw: Draw, language: OtherLanguage): Voice => {
  const variants = UNSEEN.includes(language) ? VARIANTS.unseen : VARIANTS.seen;
  return espeak(`${phrasesOf(language).voice}+${draw.of(variants)}`, draw.between(30, 65), draw.between(150, 190));
};

function speech(
  draw: Draw,
  language: OtherLanguage,
  texts: readonly string[],
  gapsMs: number[],
): Extract<Sound, { type: 'speech' }> {
  const voice = voiceOf(draw, language);
  const parts = texts.map((text): SpeechRequest => ({ ...voice, text }));
  return { type: 'speech', parts, gapsMs, levelDbov: draw.between(LOWEST_DBOV, -16) };
}

/** Whether who begins with it may be a listener. */
function isListened(text: string, language: OtherLanguage): boolean {
  const { backchannels, hesitations } = packFor(language);
  const listened = [...backchannels, ...phrasesOf(language).backchannels.map(writtenOf)];
  const written = writtenOf(text);
  return listened.includes(written) && !hesitations.includes(written);
}

export const LANGUAGE_MAKERS: Partial<Record<CaseClass, Maker>> = {
  interruption: (draw, isUnseen) => {
    const language = languageOf(draw, isUnseen);
    const { interruptions, commands, slowStarts } = phrasesOf(language);
    const kind = draw.of(['sentence', 'sentence', 'command', 'slow'] as const);
    if (kind === 'slow') {
      const [filler, rest] = draw.of(slowStarts);
      const sound = speech(draw, language, [filler, rest], [draw.between(120, 450)]);
      const claimsLate = isListened(filler, language);
      return {
        ...drawnOver(draw, writtenOf(`${filler} … ${rest}`), sound, 'yield'),
        ...{ language, ...(claimsLate && { claimsLate }) },
      };
    }
    const text = draw.of(kind === 'sentence' ? interruptions : commands);
    return { ...drawnOver(draw, writtenOf(text), speech(draw, language, [text], []), 'yield'), language };
  },
  backchannel: (draw, isUnseen) => {
    const language = languageOf(draw, isUnseen);
    const text = draw.of(phrasesOf(language).backchannels);
    return { ...drawnOver(draw, writtenOf(text), speech(draw, language, [text], []), 'go_on'), language };
  },
  pause: (draw, isUnseen) => {
    const language = languageOf(draw, isUnseen);
    const [before, after] = draw.of(phrasesOf(language).sentences);
    const gapMs = draw.between(300, 900);
    const sound: Sound = { ...speech(draw, language, [before, after], [gapMs]), isSentence: true };
    return { ...drawnToSilence(draw, writtenOf(`${before} (${gapMs} ms) ${after}`), sound), expects: 'wait', language };
  },
  finished: (draw, isUnseen) => {
    const language = languageOf(draw, isUnseen);
    const text = draw.of(phrasesOf(language).finished);
    return { ...drawnToSilence(draw, writtenOf(text), speech(draw, language, [text], [])), language };
  },
};

/** What keeps a call in a language going. */
export function languageQuestion(draw: Draw, language: string): SpeechRequest {
  const spoken = OTHER_LANGUAGES.find((known) => known === language)!;
  return { ...voiceOf(draw, spoken), text: draw.of(phrasesOf(spoken).finished) };
}
