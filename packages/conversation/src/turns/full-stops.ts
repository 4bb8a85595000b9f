import { hasFullStop } from '../end-of-turn/said.ts';
import { spokenKey } from '../languages/spoken-words.ts';
import { extendsText } from './steadiness.ts';

/** What a recognizer's full stops are worth: how many it has put behind its words, and how many of these it took back when more came. */
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
  const hadOne = hasFullStop(before);
  const isPut = hasFullStop(text) && !(hadOne && was === is);
  const isRefuted = hadOne && was !== is && extendsText(was, is) && !isBehindSentence(before, text);
  if (!isRefuted && !isPut) return stops;
  const kept = Math.min(1, (REMEMBERED - 1) / Math.max(1, stops.put));
  return { put: stops.put * kept + Number(isPut), refuted: stops.refuted * kept + Number(isRefuted) };
}

/** What follows begins another sentence, and the stop is still there. */
const isBehindSentence = (before: string, text: string): boolean => text.startsWith(before.trimEnd());

/** They say nothing of an end. */
export const areWorthless = ({ put, refuted }: FullStops): boolean =>
  refuted >= ENOUGH_REFUTED && refuted >= put * WORTHLESS_SHARE;
