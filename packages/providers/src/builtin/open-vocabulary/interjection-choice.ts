import type { FoundInterjection } from '../worker/messages.ts';
import { choiceWeights } from './choice-weights.ts';
import type { LikelyWords } from './moonshine.ts';
import { plainWords, sureness } from './word-choice.ts';
import { type Interjections, writtenInterjections } from './written-interjections.ts';

const LISTENING = new Set(writtenInterjections.listening.map(plainWords));
const LONGEST_PHRASE = 3;

/** What is no word, or a listener's, whatever it was. */
export const LISTENER = 'mm';

/** Log odds: who interrupts goes on, and is heard again; who listens and is stopped for has lost the agent's words. */
const INTERRUPTS_FROM = 0.5;
/** Beyond these in log odds, and in natural logarithms, it is clear anyway. */
const MOST_LOG_ODDS = 3;
const MOST_DIFFERENCE = 8;
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

/** All that is known of a short voice over the agent's speech. */
export interface ShortVoice {
  /** By the model of any words. */
  open: LikelyWords;
  /** The likeliest ones, by the same. */
  interjections: Interjections;
  /** By the search for such phrases. */
  found: FoundInterjection;
}

/**
 * Inputs of the model that tells who interrupts from who listens: by how much what people interrupt with is likelier than what
 * listeners say, what the search makes of it, and by how much anything else, or nothing, is likelier than both.
 */
export function choiceFeatures({ open, interjections, found }: ShortVoice): number[] {
  const { listening, interrupting } = interjections;
  const likelier = Math.max(listening.logProbability, interrupting.logProbability);
  const other = Math.max(0, Math.min(MOST_DIFFERENCE, open.logProbability - likelier));
  return [
    interrupting.logProbability - listening.logProbability,
    Math.max(-MOST_LOG_ODDS, Math.min(MOST_LOG_ODDS, found.logOdds)),
    open.text === '' || listens(open.text) ? 0 : other,
    open.text === '' ? other : 0,
  ];
}

/** What it is, as something that is said while another one speaks; empty for what listeners do not say. */
export function interjection(voice: ShortVoice): string {
  const { open, interjections } = voice;
  const { bias, weights } = choiceWeights;
  const logOdds = choiceFeatures(voice).reduce((sum, value, index) => sum + value * weights[index]!, bias);
  if (logOdds < INTERRUPTS_FROM) return LISTENER;
  const isHeard = !listens(open.text) && sureness(open) >= BELIEVED_FROM;
  return isHeard ? open.text : interjections.interrupting.text;
}
