import { apologize } from './failing.ts';
import { CLOSED, closeUtterance, enter, type Handler, meetSpeaker, silenceAgent, stay, turnText } from './turn-step.ts';
import { askForFinal, isFinalDue, isOver } from './user-turn.ts';

/** Somebody else talks with the caller from now on. The agent falls silent, whatever it was about to do, and goes on listening. */
export const standBy: Handler<'taken_over'> = (state, { atMs }) => {
  const patch = {
    speculated: null,
    closing: null,
    opening: false,
    tools: 'none',
    machine: null,
    hasInterrupted: false,
    echoSuspected: false,
    falseAlarms: 0,
    timesNotCaught: 0,
    reminders: 0,
  } as const;
  return enter(state, 'standing_by', atMs, patch, silenceAgent(state));
};

/** What the caller says to somebody else is filed, so that the agent knows of it, and answered by nobody here. */
export const fileForLater: Handler<'time'> = (state, { atMs }, settings) => {
  if (state.voice.active || (state.utterance.startMs === null && state.keys === null)) return stay(state);
  if (!isOver(state, atMs, settings)) return isFinalDue(state, atMs, settings) ? askForFinal(state) : stay(state);
  if (turnText(state) === '') return stay({ ...state, ...CLOSED }, [closeUtterance(state, 'noise')]);
  const { answeredBy, effects } = meetSpeaker(state, settings);
  const filed = { ...state, ...CLOSED, answeredBy, userTurns: state.userTurns + 1 };
  return stay(filed, [...effects, closeUtterance(state, 'turn')]);
};

/** Whoever talks with the caller is not interrupted by what fails meanwhile; the end of the host does not wait. */
export const failLater: Handler<'failed'> = (state, event, settings) => {
  if (event.role === 'host') return apologize(state, event, settings);
  return stay({ ...state, failedMeanwhile: state.failedMeanwhile ?? { role: event.role, endReason: event.endReason } });
};

/** The agent goes on: it hears out what the caller is saying, or says something. */
export const takeFloorBack: Handler<'given_back'> = (state, event, settings) => {
  const { failedMeanwhile, ...rest } = state;
  const back = { ...rest, failedMeanwhile: null };
  if (failedMeanwhile) return apologize(back, { type: 'failed', atMs: event.atMs, ...failedMeanwhile }, settings);
  if (state.voice.active) return enter(back, 'user_speaking', event.atMs);
  if (turnText(state) !== '') return enter(back, 'endpointing', event.atMs);
  const dropped = state.utterance.startMs === null ? [] : [closeUtterance(state, 'noise')];
  return enter(back, 'thinking', event.atMs, CLOSED, [...dropped, { type: 'reply', text: null }]);
};
