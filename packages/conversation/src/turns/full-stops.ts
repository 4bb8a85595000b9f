import { hasFullStop } from '../end-of-turn/said.ts';
import { spokenKey } from '../languages/spoken-words.ts';
import { extendsText } from './steadiness.ts';

/**
 * What a recognizer's full stops are worth: how many it has put behind words that were new, and how many of these it took back when more
 * came. One that comes later, to words that were there, is a final's, which has it whatever was said.
 */
export interface FullStops {
  put: number;
  refuted: number;
}

export const NO_FULL_STOPS: FullStops = { put: 0, refuted: 0 };

/** Behind a sentence, most callers are silent; vendors that put a stop behind every partial take back two of three, and more. */
const WORTHLESS_SHARE = 0.35;
const ENOUGH_REFUTED = 2;
/** The latest tell how the speaker is now. */
const REMEMBERED = 30;

/** A text has come: `before` is what there was of the same words. */
export function withStops(stops: FullStops, before: string, text: string): FullStops {
  const [was, is] = [spokenKey(before), spokenKey(text)];
  if (was === is) return stops;
  const isRefuted = hasFullStop(before) && extendsText(was, is) && !isBehindSentence(before, text);
  const isPut = hasFullStop(text);
  if (!isRefuted && !isPut) return stops;
  const kept = Math.min(1, (REMEMBERED - 1) / Math.max(1, stops.put));
  return {
    put: stops.put * kept + (isPut ? 1 : 0),
    refuted: stops.refuted * kept + (isRefuted ? 1 : 0),
  };
}

/** What follows begins another sentence, and the stop is still there. */
const isBehindSentence = (before: string, text: string): boolean => text.startsWith(before.trimEnd());

/** They say nothing of an end. */
export const areWorthless = ({ put, refuted }: FullStops): boolean =>
  refuted >= ENOUGH_REFUTED && refuted >= put * WORTHLESS_SHARE;
