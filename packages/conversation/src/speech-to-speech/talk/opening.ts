import { CALLEE_SPEAKS_FIRST_MS } from '../../answering/answer-judgement.ts';
import { apologize, ask, converse, expectModel } from './floor.ts';
import { handOver, mayHandOver } from './giving-up.ts';
import type { AwaitingCallee, Idle } from './talk-phase.ts';
import type { TalkSettings, TalkState } from './talk-state.ts';
import { chain, enter, type Handler, type Step, stay } from './talk-step.ts';

/** The first words are there when the call is answered. */
export const prepare: Handler<'ringing', Idle> = (state, _, settings) => prepareFirstMessage(state, settings);

function prepareFirstMessage(state: TalkState, { hasFirstMessage }: TalkSettings): Step {
  if (!hasFirstMessage || state.isFirstMessageAsked) return stay(state);
  return stay(
    { ...state, isFirstMessageAsked: true },
    { type: 'delay_playout' },
    { type: 'say', words: { line: 'first_message' } },
  );
}

/** What was made ready is lost with its session. */
export const prepareAgain: Handler<'session_lost'> = (state, _, settings) => {
  const dropped = { ...state, speech: 'none', isFirstMessageAsked: false } as const;
  return chain(stay(dropped, { type: 'drop_speech', over: null }), (next) => prepareFirstMessage(next, settings));
};

export const failBefore: Handler<'failed', Idle> = (state, event, settings) => {
  if (mayHandOver(event, settings)) return handOver(state, 'ringing');
  return enter(state, { ...state.phase, failure: state.phase.failure ?? event.endReason });
};

export const answer: Handler<'answered', Idle> = (state, { atMs }, settings) => {
  const { failure } = state.phase;
  if (failure !== null) return apologize(state, { endReason: failure, atMs }, settings);
  if (settings.direction === 'outbound') return enter(state, { name: 'awaiting_callee' });
  return open(state, atMs, settings);
};

export const startGreeting: Handler<'voice_started', AwaitingCallee> = (state) =>
  enter(state, { name: 'callee_greeting' });

export const awaitCallee: Handler<'time', AwaitingCallee> = (state, { atMs }, settings) =>
  atMs < CALLEE_SPEAKS_FIRST_MS ? stay(state) : open(state, atMs, settings);

/** The agent has the floor for the first time, or waits for the caller to open. */
export function open(state: TalkState, atMs: number, settings: TalkSettings): Step {
  const prepared = chain(prepareFirstMessage(state, settings), (next) => converse(next, atMs));
  if (!settings.hasFirstMessage)
    return settings.direction === 'inbound' ? prepared : chain(prepared, (next) => ask(next, null, atMs));
  return chain(prepared, (next) => stay(next.speech === 'none' ? expectModel(next, atMs) : next));
}
