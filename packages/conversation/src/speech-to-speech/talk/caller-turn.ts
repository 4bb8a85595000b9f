import { GO_ON } from '../../record/dialogue.ts';
import { ask, expectModel } from './floor.ts';
import type { Conversing } from './talk-phase.ts';
import type { TalkState } from './talk-state.ts';
import { chain, type Handler, stay } from './talk-step.ts';

const withNewExchange = (state: TalkState): TalkState => ({
  ...state,
  exchange: { toolRounds: 0, emptyReplies: 0, reminders: 0 },
});

/** The caller has finished, and the model is not to answer. */
export const noteTurn: Handler<'caller_stopped'> = (state) => stay(withNewExchange(state));

/** The caller has finished: the model answers by itself now, unless it only listens. */
export const endTurn: Handler<'caller_stopped', Conversing> = (state, { turn, atMs }) => {
  const ended = withNewExchange(state);
  if (state.listensOnly) return stay(ended);
  const awaiting = expectModel(ended, atMs);
  return turn === null ? stay(awaiting) : stay(awaiting, { type: 'time_answer', turn });
};

/** What the model was about to say does not come. */
export const loseWords: Handler<'session_lost'> = (state) => stay(state, { type: 'end_items' });

/** … and the next session goes on with it, if there was any. */
export const goOn: Handler<'session_lost', Conversing> = (state, { wasSpeaking, isAsked, atMs }) => {
  const cut = stay(state, { type: 'end_items' });
  if (isAsked || (!wasSpeaking && state.awaited === null)) return cut;
  return chain(cut, (next) => ask(next, GO_ON, atMs));
};

export const dropOtherVoice: Handler<'other_voice_failed'> = (state) => stay(state, { type: 'drop_other_voice' });
