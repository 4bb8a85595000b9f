import { dueStep } from './awaited-model.ts';
import { expectModel, hangUp, sayInOtherVoice } from './floor.ts';
import type { Ending, LastWords } from './talk-phase.ts';
import type { TalkSettings, TalkState } from './talk-state.ts';
import { chain, enter, type Handler, type Step, stay } from './talk-step.ts';

export const finishLastWords: Handler<'all_said', LastWords> = (state) =>
  state.awaited === null ? hangUp(state, state.phase.closing.endReason) : stay(state);

/** A model that does not begin to say its last words, or does not come to the end of them. */
export const judgeLastWords: Handler<'time', Ending> = (state, { atMs }, settings) => {
  const { speech, voice } = state;
  const isStarving = speech === 'starving';
  const awaiting = isStarving ? expectModel(state, atMs) : state;
  if (!awaiting.awaited || (speech !== 'none' && !isStarving)) return stay(awaiting);
  const due = dueStep(awaiting.awaited, atMs, voice.active ? null : voice.untilMs);
  if (!due) return stay(awaiting);
  return isStarving ? sayAgain(awaiting, settings) : sayInstead(awaiting, settings);
};

/** What is being said comes to its end; what is not will not come from the model. */
export const failInLastWords: Handler<'failed', LastWords> = (state, _, settings) =>
  state.speech === 'none' ? sayInstead(state, settings) : stay(withoutModel(state));

/** The last words break off with the session. */
export const loseLastWords: Handler<'session_lost', LastWords> = (state, { wasSpeaking }, settings) =>
  wasSpeaking && state.speech !== 'none' ? sayAgain(state, settings) : stay(state);

/** Another voice says what the model has begun to say, where it is known what that is. */
function sayAgain(state: TalkState<LastWords>, settings: TalkSettings): Step {
  const cut = stay(withoutModel(state), { type: 'end_items' });
  if (state.phase.closing.words === null || !settings.hasOtherVoice) return cut;
  return chain(cut, () => sayInstead(state, settings));
}

function sayInstead(state: TalkState<LastWords>, { hasOtherVoice }: TalkSettings): Step {
  const { closing } = state.phase;
  const { words, endReason } = closing;
  if (words === null || !hasOtherVoice) return hangUp(state, endReason);
  const phase = { ...state.phase, closing: { ...closing, words: null } };
  const cancelled = enter(withoutModel(state), phase, { type: 'cancel_reply' });
  return chain(cancelled, (next) => sayInOtherVoice(next, words));
}

const withoutModel = (state: TalkState<LastWords>): TalkState<LastWords> => ({ ...state, awaited: null });

/** Neither voice can say them. */
export const endWithoutWords: Handler<'other_voice_failed', LastWords> = (state) =>
  hangUp(state, state.phase.closing.endReason);
