import { isFaint } from './caller-level.ts';
import { askForFinal, isFinalDue } from './end-of-turn.ts';
import type { AgentPhase } from './phase.ts';
import { toleratedPhrases } from './tolerated.ts';
import type { TurnSettings, TurnState } from './turn-state.ts';
import { type Handler, meetSpeaker, type Step, stay, withoutUtterance } from './turn-step.ts';
import { closeUtterance } from './utterance-state.ts';

/** "Yes" over the last words of a question answers it; over the middle of a speech it means "go on". */
export const ANSWER_MS = 1200;
/** Recognizers that are busy take their time. */
const LATE_WORDS_MS = 1500;

/** Files what was said aside, once it is clear that it answers nothing. */
export const fileAside: Handler<'time', AgentPhase> = (state, { atMs }, settings) => {
  const { startMs, endMs, settled, finalizeAsked } = state.utterance;
  const sinceMs = atMs - endMs;
  const isUnknown = isFragment(state, settings) || (state.utterance.text === '' && isFaint(state, settings));
  if (isUnknown && isFinalDue(state, atMs, settings)) return askForFinal(state, atMs);
  if (startMs === null || state.voice.active || sinceMs <= ANSWER_MS) return stay(state);
  const mayGetWords = finalizeAsked && !settled && sinceMs <= ANSWER_MS + LATE_WORDS_MS;
  return mayGetWords ? stay(state) : closeAside(state, settings);
};

/** What may be the beginning of a phrase that means "go on". */
function isFragment(state: TurnState<AgentPhase>, settings: TurnSettings): boolean {
  const { text } = state.utterance;
  const tolerated = toleratedPhrases(state, settings);
  return text !== '' && !tolerated.covers(text) && tolerated.mayCover(text);
}

export function closeAside(state: TurnState, settings: TurnSettings): Step {
  if (state.utterance.text === '') return stay(withoutUtterance(state), [closeUtterance(state, 'noise')]);
  const met = meetSpeaker(state, settings);
  return stay(withoutUtterance(met.state), [...met.effects, closeUtterance(state, 'aside')]);
}
