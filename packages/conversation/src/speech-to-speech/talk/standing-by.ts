import { HANDED_BACK } from '../../record/take-over.ts';
import { apologize, ask, converseFreely, fallSilent, listenOnly } from './floor.ts';
import { giveUpAs, handOver, mayHandOver } from './giving-up.ts';
import { leaveInPause } from './pauses.ts';
import { isLastWords, type StandingBy } from './talk-phase.ts';
import { chain, enter, type Handler, stay } from './talk-step.ts';

/** A colleague talks with the caller: the agent falls silent, whatever it was about to do, and goes on listening. */
export const standBy: Handler<'taken_over'> = (state) => {
  const { phase } = state;
  const failure = isLastWords(phase) ? phase.closing.failure : phase.name === 'handing_over' ? phase.failure : null;
  const settled = { ...state, callee: { ...state.callee, isSettled: true } };
  const silent = chain(fallSilent(settled, null), (next) => enter(next, { name: 'standing_by', failure }));
  return chain(silent, (next) => listenOnly(next, true));
};

/** What fails meanwhile interrupts no conversation. */
export const failLater: Handler<'failed', StandingBy> = (state, event, settings) => {
  if (mayHandOver(event, settings)) return handOver(state, 'standing_by');
  return enter(state, { ...state.phase, failure: state.phase.failure ?? event.endReason });
};

/** The agent has to go, and does not wait for a pause in what it has no part in. */
export const leaveMeanwhile: Handler<'time', StandingBy> = (state, event, settings) => {
  const { failure } = state.phase;
  if (state.leavingSinceMs === null || failure === null) return leaveInPause(state, event, settings);
  return apologize(state, { endReason: failure, atMs: event.atMs }, settings);
};

/** The agent goes on: it hears out what the caller is saying, or says something. */
export const takeFloorBack: Handler<'given_back', StandingBy> = (state, { atMs }, settings) => {
  const { failure } = state.phase;
  const told = stay(state, { type: 'remember', text: HANDED_BACK });
  if (failure !== null) return chain(told, (next) => giveUpAs('owed')(next, { endReason: failure, atMs }, settings));
  const free = chain(told, (next) => converseFreely(next, atMs));
  return chain(free, (next) =>
    next.voice.active ? stay(next, { type: 'note', text: HANDED_BACK }) : ask(next, HANDED_BACK, atMs),
  );
};
