import type { Completeness } from '../languages/end-of-turn.ts';
import type { SpokenLanguage } from '../languages/spoken-language.ts';

const WINDOW_FACTORS: Record<Completeness, number> = {
  /** People answer after a third of a second; less would cut off those who only draw breath. */
  complete: 350 / 600,
  /** Pauses inside a dictated number or spelled name reach a second. */
  unfinished: 2,
  unknown: 1,
};
/** A menu that is read out pauses between its entries. */
const MENU_WINDOW_MS = 1200;

/** The longest of all windows: what is asked of a recognizer before it has judged for itself cuts the sentence in pieces. */
export const longestWindowMs = (baseMs: number, isMenu = false): number =>
  Math.max(baseMs * WINDOW_FACTORS.unfinished, isMenu ? MENU_WINDOW_MS : 0);

/**
 * How long the caller must be silent before the turn is over, in milliseconds from the last voiced frame.
 * @param text what was recognized so far
 * @param baseMs the window for a text that tells nothing
 */
export function endpointingWindowMs(language: SpokenLanguage, text: string, baseMs: number, isMenu = false): number {
  if (isMenu) return Math.max(baseMs, MENU_WINDOW_MS);
  return Math.round(baseMs * WINDOW_FACTORS[language.completeness(text)]);
}
