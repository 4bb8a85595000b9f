import type { SpeechToSpeechOptions } from '@parley/conversation/provider';

/** Comes behind the agent's own prompt: how to talk, never what about. */
const MANNER = [
  'This is a telephone call: you hear the caller, and the caller hears you.',
  'Answer in one to three short sentences, the way people speak. Ask one thing at a time.',
  'Text in square brackets is a note about the call, or a hint for what you say next; nobody has said it, and you never speak of it.',
].join('\n');

/** In English, as prompts name it: "German (Switzerland)". */
const languageNames = new Intl.DisplayNames('en', { type: 'language' });

/** @param language BCP 47 */
export function spokenPrompt(
  prompt: string,
  { language, followsLanguage }: Pick<SpeechToSpeechOptions, 'language' | 'followsLanguage'>,
): string {
  const name = languageNames.of(language) ?? language;
  const speak = followsLanguage
    ? `Begin in ${name}. Whenever the caller speaks another language, answer in that language.`
    : `Speak ${name}, unless the caller speaks another language.`;
  return `${prompt}\n\n${MANNER}\n${speak}`;
}

/** The instruction to say something word for word. */
export const wordForWord = (text: string): string =>
  `Say exactly the following, word for word, in your own voice; leave nothing out, and add nothing:\n${text}`;

/**
 * What a model hears of whose instructions have changed while its session keeps those of before: the lines that are new.
 * They hold what a tool has found.
 */
export function changedInstructions(before: string, after: string): string {
  const known = new Set(before.split('\n'));
  const added = after.split('\n').filter((line) => !known.has(line));
  if (added.length === 0) return `Your instructions from now on, in place of those of before:\n${after}`;
  return `Your instructions have changed. They say from now on, in place of what they said before:\n${added.join('\n')}`;
}

/** As the prompt says what it means. */
export const inBrackets = (note: string): string => `[${note}]`;
