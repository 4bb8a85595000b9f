import { NOTHING_KNOWN } from '../answering/callee-evidence.ts';
import type { SpokenLanguage } from '../languages/spoken-language.ts';
import type { TurnState } from './turn-state.ts';

/** A recognizer's first guess makes "press one" of anything; of "for sales press one" it makes nothing else. */
const CERTAIN_MENU_WORDS = 4;

/** A voice menu has answered. */
export const withMenu = <S extends TurnState>(state: S): S => ({
  ...state,
  party: { ...state.party, answeredBy: 'ivr', atMenu: true },
  // What answers behind it is judged by itself.
  callee: { ...NOTHING_KNOWN, stretch: state.callee.stretch },
});

/** Whether it turns out by a text that a voice menu has answered. */
export function meetsMenu({ party }: TurnState, text: string, isFinal: boolean, language: SpokenLanguage): boolean {
  if (party.answeredBy === 'ivr' || !language.soundsLikeMenu(text)) return false;
  return isFinal || language.writing.words(text).length >= CERTAIN_MENU_WORDS;
}

/** Who has completed a turn: `newcomer` is the first person behind a menu, who has not heard yet who is calling. */
type Speaker = 'menu' | 'announcement' | 'newcomer' | 'other';

export function speakerOf({ party }: TurnState, text: string, language: SpokenLanguage): Speaker {
  if (party.answeredBy === 'ivr' && language.soundsLikeMenu(text)) return 'menu';
  if (!party.atMenu) return 'other';
  return language.soundsLikeAnnouncement(text) ? 'announcement' : 'newcomer';
}
