import { askForFinal, isFinalDue, isOver } from './end-of-turn.ts';
import { apologize } from './failing.ts';
import { type StandingBy, thinking, userFloor } from './phase.ts';
import { enter, type Handler, meetSpeaker, silenceAgent, stay, withoutUtterance } from './turn-step.ts';
import { closeUtterance, turnText } from './utterance-state.ts';

/** Another person talks with the caller from here on. The agent drops what it was about to do, and only listens. */
export const standBy: Handler<'taken_over'> = (state, { atMs }) =>
  enter(
    {
      ...state,
      utterance: { ...state.utterance, interrupts: null },
      speculated: null,
      exchange: { ...state.exchange, tools: 'none' },
      line: { ...state.line, echoSuspected: false },
      manners: { ...state.manners, timesNotCaught: 0, reminders: 0 },
    },
    { name: 'standing_by', sinceMs: atMs, failure: null },
    silenceAgent(state),
  );

/** What the caller says to the other person is filed, so that the agent knows of it, and is not answered. */
export const fileForLater: Handler<'time', StandingBy> = (state, { atMs }, settings) => {
  const { utterance, voice } = state;
  if (voice.active || (utterance.startMs === null && utterance.keys === null)) return stay(state);
  if (!isOver(state, atMs, settings)) return isFinalDue(state, atMs, settings) ? askForFinal(state, atMs) : stay(state);
  if (turnText(state) === '') return stay(withoutUtterance(state), [closeUtterance(state, 'noise')]);
  const met = meetSpeaker(state, settings);
  const party = { ...met.state.party, turns: met.state.party.turns + 1 };
  return stay({ ...withoutUtterance(met.state), party }, [...met.effects, closeUtterance(state, 'turn')]);
};

/** The other person is not interrupted by what fails meanwhile; the end of the host does not wait. */
export const failLater: Handler<'failed', StandingBy> = (state, event, settings) => {
  if (event.role === 'host') return apologize(state, event, settings);
  const { role, endReason, isMute } = event;
  return enter(state, { ...state.phase, failure: state.phase.failure ?? { role, endReason, isMute } });
};

/** The agent goes on: it hears out what the caller is saying, or says something. */
export const takeFloorBack: Handler<'given_back', StandingBy> = (state, { atMs }, settings) => {
  const { failure } = state.phase;
  if (failure) return apologize(state, { type: 'failed', atMs, ...failure }, settings);
  if (state.voice.active || turnText(state) !== '') return enter(state, userFloor(state.voice.active, atMs));
  const dropped = state.utterance.startMs === null ? [] : [closeUtterance(state, 'noise')];
  return enter(withoutUtterance(state), thinking(atMs), [...dropped, { type: 'reply', text: null }]);
};
