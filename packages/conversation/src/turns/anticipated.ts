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
 * itself, tells nothing while it is said, or has told nothing of it and is not known to tell words so soon.
 */
export function openWords({ phase, hearing, utterance }: TurnState): OpenUtterance | null {
  const hasFloor = phase.name === 'user_speaking' || phase.name === 'endpointing';
  const isTold = utterance.text !== '' || hearing.wordLag !== null;
  return hasFloor && isTold && hearing.tellsSoon ? utterance : null;
}

/** What the recognizer is likely to make of the open utterance in the end. */
export function expectedText(state: TurnState): string {
  const { text } = state.utterance;
  const heard = heardAhead(state);
  return heard === null ? text : (continued(text, heard) ?? text);
}

const heardAhead = ({ voice }: TurnState): string | null => (voice.active ? null : (voice.anticipated?.text ?? null));

/** What was told is not all that is expected, and nothing else. */
export function isAnticipated(state: TurnState): boolean {
  const { utterance, speculated } = state;
  if (heardAhead(state) === null || speculated === null) return false;
  const told = spokenKey(utterance.text);
  return told === '' || speculated.startsWith(`${told} `);
}
