import { listeningPhrases } from '../recognition/interjection-phrases.ts';
import type { Transcript } from './moonshine.ts';
import { isWithin, isWordless, plainWords, sureness, type Weight } from './word-choice.ts';

/** What the model writes for listeners' sounds, and what they say besides. Nor does "um" alone ask for the floor. */
const WRITTEN = ['mm-hmm', 'hm', 'hmm', 'huh', 'ok', 'um', 'uh', 'er', 'wow', 'correct', 'absolutely', 'very good'];
const LISTENING = new Set([...listeningPhrases, ...WRITTEN].map(plainWords));
const LONGEST_PHRASE = 3;

/** What is no word, or a listener's, whatever it was. */
const LISTENER = 'mm';

/*
 * By how much less likely, a token, the phrase that the search has found may be than what the model hears. Chosen with 187 short
 * voices of the tuning set and the strangers, of whose listeners .86 and of whose interrupters .88 are recognized (by the search alone .85
 * and .86); of 73 of people 1.00 and .95 (.67 and .91).
 */
/** Where the model hears nothing, and is not sure of that, a phrase that interrupts is believed. */
const WHERE_NOTHING_IS_HEARD = 5.5;
const LISTENER_WITHIN = 2.4;
const INTERRUPTER_WITHIN = 2;
/** Against what the model hears as a listener's. */
const AGAINST_LISTENER = 0.3;
/** Its own words are believed from here on, on average. */
const BELIEVED_FROM = -0.6;

/** Whether listeners say it, and nothing else is said in it. */
function listens(text: string): boolean {
  const words = plainWords(text).split(' ');
  const isCovered = [true];
  for (let end = 1; end <= words.length; end += 1) {
    const starts = Array.from({ length: Math.min(LONGEST_PHRASE, end) }, (_, index) => end - index - 1);
    isCovered[end] = starts.some((start) => isCovered[start] && LISTENING.has(words.slice(start, end).join(' ')));
  }
  return isCovered[words.length]!;
}

/**
 * What a short voice over the agent's speech is, as something that is said while another one speaks; empty for what listeners do
 * not say.
 * @param phrase what the search for such phrases has found; empty for nothing
 * @param weight of the phrase, by the model of any words
 */
export function interjection(open: Transcript, phrase: string, weight: Weight | null): string {
  const isNear = (most: number): boolean => phrase !== '' && isWithin(most, open, weight);
  const isListener = listens(phrase);
  const interrupts = (most: number): boolean => !isListener && isNear(most);
  if (isWordless(open)) return LISTENER;
  if (open.text === '') return interrupts(WHERE_NOTHING_IS_HEARD) ? phrase : LISTENER;
  const isBelieved = sureness(open) >= BELIEVED_FROM;
  if (listens(open.text)) return !isBelieved && interrupts(AGAINST_LISTENER) ? phrase : LISTENER;
  if (isNear(isListener ? LISTENER_WITHIN : INTERRUPTER_WITHIN)) return phrase;
  return isBelieved ? open.text : phrase;
}
