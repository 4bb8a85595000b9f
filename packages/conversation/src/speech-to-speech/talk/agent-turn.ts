import { MAX_TOOL_ROUNDS } from '../../speaking/agent-voice.ts';
import { END_CALL, farewellOf, TRANSFER_CALL } from '../../tools/call-tools.ts';
import { expectModel, listenOnly, sayLast } from './floor.ts';
import { giveUp } from './giving-up.ts';
import type { EventOf } from './talk-event.ts';
import type { Conversing, Listening, Speaking } from './talk-phase.ts';
import { NO_TOOLS, type TalkState } from './talk-state.ts';
import { chain, enter, type Handler, type Step, stay } from './talk-step.ts';

/** The model does something: what the caller has said before is answered by it. */
function takeAnswer(state: TalkState, isTurnOpen: boolean): Step {
  const { phase } = state;
  const isAnswer = isTurnOpen && !state.voice.active;
  const exchange = isAnswer ? { toolRounds: 0, reminders: 0 } : {};
  const answered: TalkState = {
    ...state,
    phase: phase.name === 'listening' ? { ...phase, unheardSinceMs: null } : phase,
    awaited: null,
    exchange: { ...state.exchange, emptyReplies: 0, ...exchange },
  };
  const settled = stay(answered, { type: 'settle_request' });
  return isAnswer ? chain(settled, (next) => stay(next, { type: 'close_turn' })) : settled;
}

export const play: Handler<'audio'> = (state, { itemId, samples, rateHz, isTurnOpen }) =>
  chain(takeAnswer(state, isTurnOpen), (next) => stay(next, { type: 'play', itemId, samples, rateHz }));

/** The model has nothing more to say: one that has said nothing at all is asked once more, save by a menu. */
export const passReply: Handler<'reply_ended', Listening> = (state) => {
  if (state.awaited === null || state.voice.active) return stay(state);
  const emptyReplies = state.exchange.emptyReplies + 1;
  const passed = { ...state, exchange: { ...state.exchange, emptyReplies } };
  if (state.callee.atMenu) return stay({ ...passed, awaited: null });
  return emptyReplies === 1 ? stay(passed, { type: 'reply', hint: null }) : stay(passed);
};

export const callTools: Handler<'tools_called', Conversing> = (state, event, settings) => {
  const { calls, isTurnOpen, atMs } = event;
  const answered = takeAnswer(state, isTurnOpen);
  const toolRounds = answered.state.exchange.toolRounds + 1;
  if (toolRounds > MAX_TOOL_ROUNDS) {
    const reported = chain(answered, (next) => stay(next, { type: 'report_failure', failure: 'too_many_tool_rounds' }));
    return chain(reported, (next) => giveUp(expectModel(next, atMs), { endReason: 'llm_error', atMs }, settings));
  }
  const run = chain(answered, (next) =>
    stay(
      {
        ...next,
        exchange: { ...next.exchange, toolRounds },
        tools: {
          isRunning: true,
          isTransfer: calls.some(({ name }) => name === TRANSFER_CALL),
          unbridgedSinceMs: atMs,
        },
      },
      { type: 'run_tools', calls },
    ),
  );
  if (calls.some(({ name }) => name === END_CALL.name)) return chain(run, (next) => endCall(next, event));
  return state.phase.name === 'listening' ? chain(run, (next) => stay(next, { type: 'act' })) : run;
};

/** The model takes its leave in the same breath, or does it now. */
function endCall(state: TalkState, { calls, atMs }: EventOf<'tools_called'>): Step {
  const endReason = 'agent_hangup';
  if (state.phase.name !== 'listening') {
    const closing = { endReason, interruptible: true, words: null, failure: null } as const;
    return enter(state, { name: state.phase.name === 'held' ? 'ending_held' : 'ending', closing });
  }
  const farewell = farewellOf(calls);
  const words = farewell === '' ? ({ line: 'parting' } as const) : { text: farewell };
  return sayLast(state, words, { endReason, interruptible: true }, atMs);
}

/** The model goes on with the results; who speaks is answered when they have finished. */
export const answerTools: Handler<'tools_done', Conversing> = (state, { followUp, hasResults, atMs }) => {
  const wantsReply = followUp && !state.voice.active;
  const awaited = state.tools.isTransfer ? null : state.awaited;
  const idle = { ...state, awaited, tools: NO_TOOLS };
  if (!hasResults) return stay(idle);
  const awaiting = wantsReply ? expectModel(idle, atMs) : idle;
  return stay(awaiting, { type: 'answer_tools', wantsReply, instead: null });
};

/** It gets the results, and is not to speak. */
export const giveResults: Handler<'tools_done'> = (state, { hasResults }) => {
  const idle = { ...state, tools: NO_TOOLS };
  return hasResults ? stay(idle, { type: 'answer_tools', wantsReply: false, instead: null }) : stay(idle);
};

/** The results stay where they are: the call is about to end. */
export const keepResults: Handler<'tools_done'> = (state) => stay({ ...state, tools: NO_TOOLS });

export const startSpeaking: Handler<'speech_changed', Listening> = (state, { speech }) =>
  speech === 'none' ? stay(state) : enter(state, { name: 'speaking' });

/** What was being said will not be said after all. */
export const stopSpeaking: Handler<'speech_changed', Conversing> = (state, { speech, atMs }) =>
  speech === 'none' ? enter(state, { name: 'listening', quietSinceMs: atMs, unheardSinceMs: null }) : stay(state);

/** The caller has heard everything: what was to follow it does. */
export const finishSpeaking: Handler<'all_said', Speaking> = (state, { atMs }) => {
  const { awaited } = state;
  // The caller waits from now on.
  const fresh = awaited?.steps === 0 ? { ...state, awaited: { ...awaited, sinceMs: atMs } } : state;
  const listening = enter(fresh, { name: 'listening', quietSinceMs: atMs, unheardSinceMs: null });
  return chain(
    chain(listening, (next) => listenOnly(next, false)),
    (next) => stay(next, { type: 'act' }),
  );
};
