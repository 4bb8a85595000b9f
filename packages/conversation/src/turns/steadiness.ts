import { spokenKey } from '../languages/spoken-words.ts';

/** How a recognizer tells what it hears: how many of its partials had something new, and how many of these took back what was there. */
export interface Steadiness {
  told: number;
  revised: number;
  /** When it last told something new. */
  toldMs: number;
  /** How long what it takes back was there, on average; 0: nothing was. */
  revisedAfterMs: number;
}

export const NOTHING_TOLD: Steadiness = { told: 0, revised: 0, toldMs: 0, revisedAfterMs: 0 };

/** Vendors take back a word in fifty, or one in five: of the first, one partial more or less tells nothing. */
const UNSTEADY_SHARE = 0.08;
const ENOUGH_REVISED = 2;
/** The latest tell how the line and the speaker are now. */
const REMEMBERED = 60;
const NEWEST_SHARE = 0.25;
/** A word that has been there for so long is hardly taken back, as far as is known. */
const STEADY_MS = 240;
/** Steps of a stream are as long, and more would be waited for in vain. */
const LONGEST_MS = 500;
const MARGIN_MS = 60;
/** Nothing is left between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]$/u;

/** A partial has come: `before` is what the one before it had of the same words. */
export function withTold(steadiness: Steadiness, before: string, text: string, atMs: number): Steadiness {
  const [was, is] = [spokenKey(before), spokenKey(text)];
  if (was === is || is === '') return steadiness;
  const kept = Math.min(1, (REMEMBERED - 1) / Math.max(1, steadiness.told));
  const told = { ...steadiness, told: steadiness.told * kept + 1, revised: steadiness.revised * kept, toldMs: atMs };
  if (extendsText(was, is)) return told;
  const afterMs = Math.min(LONGEST_MS, atMs - steadiness.toldMs);
  const share = steadiness.revised === 0 ? 1 : NEWEST_SHARE;
  const revisedAfterMs = steadiness.revisedAfterMs + share * (afterMs - steadiness.revisedAfterMs);
  return { ...told, revised: told.revised + 1, revisedAfterMs };
}

/** Both as `spokenKey` makes them: the words that were there, and more. */
export function extendsText(was: string, is: string): boolean {
  return is.startsWith(was) && (was === '' || is[was.length] === ' ' || UNSPACED.test(was));
}

/** Its newest word may still become another one: "because" is "be" at first. */
export const isUnsteady = ({ told, revised }: Steadiness): boolean =>
  revised >= ENOUGH_REVISED && revised >= told * UNSTEADY_SHARE;

/** So long a word has to be there before it stays, in milliseconds. */
export const steadyAfterMs = (steadiness: Steadiness): number =>
  isUnsteady(steadiness) ? Math.max(STEADY_MS, Math.min(LONGEST_MS, steadiness.revisedAfterMs + MARGIN_MS)) : STEADY_MS;
