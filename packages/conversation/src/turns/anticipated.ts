import { joined } from '../languages/joined.ts';
import { spokenKey, spokenWords } from '../languages/spoken-words.ts';
import type { OpenUtterance, TurnState } from './turn-state.ts';

/** More have been told by then: what would be so much more is something else. */
const MOST_WORDS = 4;

/**
 * What was told, with the words that were heard behind it. Both end together, and begin where they may.
 * @returns null: they do not fit
 */
export function continued(told: string, heard: string): string | null {
  const spoken = heard.split(/\s+/).filter((word) => spokenWords(word).length > 0);
  const keys = spoken.map(spokenKey);
  const last = spokenWords(told).slice(-2);
  const from = beyond(keys, last);
  if (from === null || keys.length - from > MOST_WORDS) return null;
  return joined([told, ...spoken.slice(from)]);
}

/** Where the words end that were told last; null: they were not heard. */
function beyond(keys: readonly string[], last: readonly string[]): number | null {
  if (last.length === 0) return 0;
  for (let end = keys.length; end >= last.length; end -= 1)
    if (last.every((word, at) => keys[end - last.length + at] === word)) return end;
  return null;
}

/**
 * What the caller is saying, whose last words are to be anticipated; null: it will not be answered, the recognizer hears twice
 * itself, or has told nothing of it and is not known to tell words while they are said: its first ones come with the last.
 */
export function openWords({ phase, hearing, utterance }: TurnState): OpenUtterance | null {
  const hasFloor = phase.name === 'user_speaking' || phase.name === 'endpointing';
  const isTold = utterance.text !== '' || hearing.wordLag !== null;
  return hasFloor && isTold && !hearing.closedVocabulary ? utterance : null;
}

/** What the open utterance is likely to be when all of it is told. */
export function expectedText({ voice, utterance }: TurnState): string {
  const heard = voice.active ? null : (voice.anticipated?.text ?? null);
  return heard === null ? utterance.text : (continued(utterance.text, heard) ?? utterance.text);
}

/** What was told is not all that is expected, and nothing else. */
export function isAnticipated({ voice, utterance, speculated }: TurnState): boolean {
  if (voice.active || voice.anticipated === null || speculated === null) return false;
  const told = spokenKey(utterance.text);
  return told === '' || speculated.startsWith(`${told} `);
}
