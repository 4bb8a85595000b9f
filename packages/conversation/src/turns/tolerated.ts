import { NO_PHRASES, type Phrases } from '../languages/phrase-set.ts';
import { type AgentPhase, closingOf, isOpening, type Overlapped } from './phase.ts';
import { isAnswer } from './question.ts';
import type { Interrupted, TurnSettings, TurnState } from './turn-state.ts';

/** What the user may say over the agent's words without wanting the floor. */
export function toleratedPhrases(state: TurnState<AgentPhase | Overlapped>, settings: TurnSettings): Phrases {
  const { phase } = state;
  return toleratedOver({ closing: closingOf(phase), opening: isOpening(phase) }, state, settings);
}

function toleratedOver({ closing, opening }: Interrupted, state: TurnState, settings: TurnSettings): Phrases {
  if (closing) return settings.farewells;
  if (isAnswer(state)) return NO_PHRASES;
  return opening ? settings.greetings : settings.backchannels;
}

/** It has interrupted the agent by words that were taken back, or by its sound: what it has said does not want the floor. */
export function isInterruptedInVain(state: TurnState, settings: TurnSettings): boolean {
  const { interrupts, text, keys } = state.utterance;
  if (interrupts === null || keys !== null || state.hearing.closedVocabulary) return false;
  return text !== '' && toleratedOver(interrupts, state, settings).covers(text);
}
