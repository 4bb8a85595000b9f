import { isReadyToRecord, LONGEST_ANNOUNCEMENT_MS } from '../answering/answer-judgement.ts';
import { answerOdds } from '../answering/answer-odds.ts';
import { NOTHING_KNOWN } from '../answering/callee-evidence.ts';
import { calleeText } from './callee-watch.ts';
import { askForFinal, isFinalDue } from './end-of-turn.ts';
import { hangUp } from './last-words.ts';
import { type AwaitingBeep, type LeavingMessage, userFloor } from './phase.ts';
import type { PhaseEffect } from './turn-effect.ts';
import type { TurnSettings, TurnState } from './turn-state.ts';
import { after, enter, type Handler, open, type Step, silenceAgent, stay, withoutUtterance } from './turn-step.ts';
import { closeUtterance, silenceMs, withText } from './utterance-state.ts';
import { meetsMenu, withMenu } from './voice-menu.ts';

/** Some machines beep twice. */
const SECOND_BEEP_MS = 1600;

export function hangUpOnMachine(state: TurnState, atMs: number, before: PhaseEffect[]): Step {
  return after([...before, ...closeGreeting(state)], hangUp(withoutUtterance(state), atMs, 'voicemail'));
}

/** What the machine has said, as far as it was not filed yet. */
const closeGreeting = (state: TurnState): PhaseEffect[] =>
  state.utterance.startMs === null ? [] : [closeUtterance(state, 'greeting')];

export const noteBeep: Handler<'beep', AwaitingBeep> = (state, { atMs }) =>
  enter(state, { ...state.phase, evidence: 'beep', beepMs: atMs });

/** What seemed a machine turns out to be a person, a telephone that asks who is calling, or a menu. */
export const reconsiderMachine: Handler<'heard', AwaitingBeep> = (state, event, settings) => {
  const { text, atMs } = event;
  const heard = withText(state, event);
  const { evidence } = state.phase;
  if (evidence === 'beep' || text === '') return stay(heard);
  if (isPerson(heard, atMs, settings)) return meetAfterAll(heard, atMs, settings);
  const isFinal = event.settled && heard.utterance.finalizeAsked;
  const isMenu = evidence !== 'phrase' && meetsMenu(heard, text, isFinal, settings.language);
  if (!isMenu) return stay(heard);
  return enter(withMenu(heard), userFloor(heard.voice.active, atMs), [{ type: 'answered_by', who: 'ivr' }]);
};

function isPerson(state: TurnState, atMs: number, { language }: TurnSettings): boolean {
  const whole = calleeText(state);
  return language.soundsLikePerson(whole) && answerOdds(state.callee, whole, language, atMs).machine < 0.5;
}

/** What spoke against it is not held against a person any more. */
const asPerson = (state: TurnState): TurnState => ({
  ...state,
  party: { ...state.party, answeredBy: 'human', turns: state.party.turns + 1 },
  callee: {
    ...NOTHING_KNOWN,
    exchanges: 1,
    agentHeardMs: state.callee.agentHeardMs,
    wasHeardOut: state.callee.wasHeardOut,
  },
});

/** A person who was taken for a machine hears who is calling, when what is being said is over. */
function meetAfterAll(state: TurnState, atMs: number, settings: TurnSettings): Step {
  const known = asPerson(state);
  const met: PhaseEffect[] = [...silenceAgent(state), { type: 'answered_by', who: 'human' }];
  if (state.voice.active || !settings.hasFirstMessage) return enter(known, userFloor(state.voice.active, atMs), met);
  return open(known, atMs, settings, [...met, closeUtterance(state, 'greeting')]);
}

export const awaitBeep: Handler<'time', AwaitingBeep> = (state, { atMs }, settings) => {
  if (atMs - state.phase.sinceMs > LONGEST_ANNOUNCEMENT_MS) return hangUpOnMachine(state, atMs, []);
  if (isReadyToRecord(state.phase.beepMs, silenceMs(state, atMs), atMs)) return leaveMessage(state, atMs);
  return isFinalDue(state, atMs, settings) ? askForFinal(state, atMs) : stay(state);
};

function leaveMessage(state: TurnState<AwaitingBeep>, atMs: number): Step {
  const { evidence, beepMs } = state.phase;
  const phase: LeavingMessage = { name: 'leaving_message', sinceMs: atMs, evidence, beepMs };
  const effects: PhaseEffect[] = [...closeGreeting(state), { type: 'say', line: 'voicemail_message' }];
  return enter(withoutUtterance(state), phase, effects);
}

/** The beep came late, or there is another one behind it: what was said before it was not recorded. */
export const restartMessage: Handler<'beep', LeavingMessage> = (state, { atMs }) => {
  const { beepMs } = state.phase;
  if (beepMs !== null && atMs - beepMs > SECOND_BEEP_MS) return stay(state);
  return enter(state, { ...state.phase, evidence: 'beep', beepMs: beepMs ?? atMs }, [
    { type: 'drop_speech', for: null },
    { type: 'say', line: 'voicemail_message' },
  ]);
};

/** Machines do not talk to a message: one that was known by its silence alone is a person, who speaks at last. */
export const hearVoiceOverMessage: Handler<'heard', LeavingMessage> = (state, event, settings) => {
  const { evidence } = state.phase;
  const heard = withText(state, event);
  const mayBePerson = (evidence === 'silence' || evidence === 'length') && event.text !== '';
  if (!mayBePerson || settings.language.soundsLikeMachineGreeting(event.text)) return stay(heard);
  const met: PhaseEffect[] = [...silenceAgent(heard, 'voice'), { type: 'answered_by', who: 'human' }];
  return enter(asPerson(heard), userFloor(heard.voice.active, event.atMs), met);
};
