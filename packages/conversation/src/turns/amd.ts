import { confirmOptOut } from './complete-turn.ts';
import { askForFinal, isFinalDue } from './end-of-turn.ts';
import { hangUp } from './last-words.ts';
import {
  type AwaitingBeep,
  type AwaitingCallee,
  type CalleeGreeting,
  type LeavingMessage,
  listening,
  type Phase,
  quietSince,
  thinking,
  userFloor,
} from './phase.ts';
import type { PhaseEffect } from './turn-effect.ts';
import type { TurnSettings, TurnState } from './turn-state.ts';
import { after, enter, type Handler, open, type Step, silenceAgent, stay, withoutUtterance } from './turn-step.ts';
import { closeUtterance, lagMs, silenceMs, withText, withVoice } from './utterance-state.ts';
import { meetsMenu, withMenu } from './voice-menu.ts';

/** Most people have said "Hello?" by then; who has not waits for the caller. */
export const CALLEE_SPEAKS_FIRST_MS = 700;
/** "Hello?" wants an answer sooner than a sentence does. */
export const GREETING_WINDOW_MS = 300;
/** A shorter sound without words is the telephone being picked up, or the noise of the line before it is known. */
export const SHORTEST_GREETING_MS = 200;
/**
 * People greet in a second or two, receptionists and other agents in five. Shorter machines give themselves away by their
 * words or their beep; and to talk to a machine for a moment costs less than to hang up on a person.
 */
export const LONG_GREETING_MS = 6000;
/** How long the words of a long greeting are waited for: whoever hangs up on a person never calls again. */
export const GREETING_TEXT_MS = 1000;
/** And those of one that is longer than a "Hello?", while the recognizer is behind it: a menu is not to be talked to. */
const LATE_GREETING_TEXT_MS = 3000;
export const MORE_THAN_HELLO_MS = 2000;
/** Nobody speaks for so long without taking breath. */
export const ENDLESS_GREETING_MS = 9000;
/** Nobody greets longer: it is a noise that the detector takes for a voice. */
const LONGEST_GREETING_MS = 15_000;
/** Machines give themselves away in the first seconds, even those that answer late. */
export const WATCH_MS = 30_000;
/** After the announcement, for a machine without a beep. */
export const SILENCE_INSTEAD_OF_BEEP_MS = 1500;
export const AFTER_BEEP_MS = 200;
/** A beep that is followed by sound without end was heard right, and the line is noisy. */
export const NOISY_AFTER_BEEP_MS = 3000;
export const LONGEST_ANNOUNCEMENT_MS = 60_000;

export const answer: Handler<'answered'> = (state, { atMs }, settings) => {
  if (settings.direction === 'outbound') return enter(state, { name: 'awaiting_callee', sinceMs: atMs });
  return settings.hasFirstMessage ? open(state, atMs, settings) : enter(state, listening(atMs));
};

export const awaitCallee: Handler<'time', AwaitingCallee> = (state, { atMs }, settings) =>
  atMs - state.phase.sinceMs < CALLEE_SPEAKS_FIRST_MS ? stay(state) : open(state, atMs, settings);

export const startGreeting: Handler<'voice_started', AwaitingCallee> = (state, event) =>
  enter(withVoice(state, event), { name: 'callee_greeting', sinceMs: event.atMs });

export const startGreetingByText: Handler<'heard', AwaitingCallee> = (state, event) => {
  const heard = withText(state, event);
  return event.text === '' ? stay(heard) : enter(heard, { name: 'callee_greeting', sinceMs: event.atMs });
};

export const followGreeting: Handler<'time', CalleeGreeting> = (state, { atMs }, settings) => {
  const { utterance, voice } = state;
  const lengthMs = (voice.active ? atMs : voice.untilMs) - (utterance.startMs ?? voice.onsetMs);
  const isLong = mayBeMachine(state, settings) && lengthMs > LONG_GREETING_MS;
  const isOver = silenceMs(state, atMs) >= GREETING_WINDOW_MS;
  if (isLong && lengthMs > ENDLESS_GREETING_MS) return meetMachine(state, atMs, settings, 'length');
  const isUnheard = lengthMs > MORE_THAN_HELLO_MS && lagMs(state, atMs) > 0;
  if (isOver && (isLong || isUnheard || mayBeMenu(state, settings)) && awaitsGreetingText(state, atMs))
    return askOnce(state, atMs);
  if (isLong && isOver) return meetMachine(state, atMs, settings, 'length');
  if (!isOver && lengthMs < LONGEST_GREETING_MS) return stay(state);
  if (settings.detectVoicemail && settings.language.soundsLikeMachineGreeting(utterance.text))
    return meetMachine(state, atMs, settings, 'phrase');
  if (lengthMs < SHORTEST_GREETING_MS && utterance.text === '')
    return enter(withoutUtterance(state), { name: 'awaiting_callee', sinceMs: atMs }, [closeUtterance(state, 'noise')]);
  if (state.party.answeredBy === 'ivr' || !settings.hasFirstMessage)
    return enter(state, userFloor(voice.active, atMs, state.phase.sinceMs));
  return meetPerson(state, atMs, settings);
};

/** A greeting whose final text, when there is one soon, tells whose it is. */
function awaitsGreetingText(state: TurnState, atMs: number): boolean {
  const { finalizeAsked, settled } = state.utterance;
  const graceMs = lagMs(state, atMs) > 0 ? LATE_GREETING_TEXT_MS : GREETING_TEXT_MS;
  return !finalizeAsked || (!settled && silenceMs(state, atMs) < GREETING_WINDOW_MS + graceMs);
}

const askOnce = (state: TurnState, atMs: number): Step =>
  state.utterance.finalizeAsked ? stay(state) : askForFinal(state, atMs);

/** Nothing of what was heard is a person's, or a menu's. */
function mayBeMachine({ utterance: { text }, party }: TurnState, { detectVoicemail, language }: TurnSettings): boolean {
  const isElse =
    language.soundsLikePerson(text) || language.soundsLikeMenu(text) || language.soundsLikeAnnouncement(text);
  return detectVoicemail && party.answeredBy !== 'ivr' && !isElse;
}

function mayBeMenu({ utterance, party }: TurnState, { detectVoicemail, language }: TurnSettings): boolean {
  return detectVoicemail && party.answeredBy !== 'ivr' && language.soundsLikeMenu(utterance.text);
}

function meetPerson(state: TurnState, atMs: number, settings: TurnSettings): Step {
  const party = { ...state.party, answeredBy: 'human', turns: state.party.turns + 1 } as const;
  const greeting = closeUtterance(state, settings.language.asksForOptOut(state.utterance.text) ? 'turn' : 'greeting');
  const met: PhaseEffect = { type: 'answered_by', who: 'human' };
  if (greeting.as === 'turn') return confirmOptOut({ ...state, party }, atMs, [met, greeting]);
  return open({ ...state, party }, atMs, settings, [met, greeting]);
}

/** Whether it is still open who has answered. */
function isWatching(state: TurnState, atMs: number, settings: TurnSettings): boolean {
  return settings.direction === 'outbound' && settings.detectVoicemail && state.party.turns < 2 && atMs < WATCH_MS;
}

/** Looks at the words for signs of a machine before `handler` takes them for a person's. */
export function watched<P extends Phase>(handler: Handler<'heard', P>): Handler<'heard', P> {
  return (state, event, settings) => {
    if (!isWatching(state, event.atMs, settings)) return handler(state, event, settings);
    if (settings.language.soundsLikeVoicemail(event.text))
      return meetMachine(withText(state, event), event.atMs, settings, 'phrase');
    const isFinal = event.settled && state.utterance.finalizeAsked;
    if (!meetsMenu(state, event.text, isFinal, settings.language)) return handler(state, event, settings);
    return after([{ type: 'answered_by', who: 'ivr' }], handler(withMenu(state), event, settings));
  };
}

/** The words of the greeting have come after it was answered. */
export const reviewGreeting: Handler<'greeting_heard'> = (state, { text, atMs }, settings) => {
  if (isWatching(state, atMs, settings) && settings.language.soundsLikeMachineGreeting(text))
    return meetMachine(state, atMs, settings, 'phrase');
  if (settings.language.asksForOptOut(text)) return confirmOptOut(state, atMs);
  if (!isWatching(state, atMs, settings) || !meetsMenu(state, text, true, settings.language)) return stay(state);
  const effects: PhaseEffect[] = [...silenceAgent(state, 'voice'), { type: 'answered_by', who: 'ivr' }];
  const met = { ...withMenu(state), speculated: null, exchange: { ...state.exchange, tools: 'none' } as const };
  const isSpeaking = state.voice.active;
  if (isSpeaking || state.utterance.startMs !== null)
    return enter(met, userFloor(isSpeaking, atMs, quietSince(state.phase, atMs)), effects);
  return enter(met, thinking(atMs), [...effects, { type: 'reply', text: null }]);
};

export const hearBeep: Handler<'beep'> = (state, { atMs }, settings) =>
  isWatching(state, atMs, settings) ? meetMachine(state, atMs, settings, 'beep') : stay(state);

function meetMachine(state: TurnState, atMs: number, settings: TurnSettings, evidence: AwaitingBeep['evidence']): Step {
  const effects: PhaseEffect[] = [...silenceAgent(state), { type: 'answered_by', who: 'voicemail' }];
  const party = { ...state.party, answeredBy: 'voicemail', atMenu: false } as const;
  const met: TurnState = { ...state, party, speculated: null };
  if (!settings.leavesMessage) return hangUpOnMachine(met, atMs, effects);
  const beepMs = evidence === 'beep' ? atMs : null;
  return enter(met, { name: 'awaiting_beep', sinceMs: atMs, evidence, beepMs }, effects);
}

function hangUpOnMachine(state: TurnState, atMs: number, before: PhaseEffect[]): Step {
  return after([...before, ...closeGreeting(state)], hangUp(withoutUtterance(state), atMs, 'voicemail'));
}

/** What the machine has said, as far as it was not filed yet. */
const closeGreeting = (state: TurnState): PhaseEffect[] =>
  state.utterance.startMs === null ? [] : [closeUtterance(state, 'greeting')];

export const noteBeep: Handler<'beep', AwaitingBeep> = (state, { atMs }) =>
  enter(state, { ...state.phase, evidence: 'beep', beepMs: atMs });

/** A greeting that was only long turns out to be a person's, or a menu's. */
export const reconsiderMachine: Handler<'heard', AwaitingBeep> = (state, event, settings) => {
  const { text, atMs } = event;
  const heard = withText(state, event);
  if (state.phase.evidence !== 'length') return stay(heard);
  if (meetsMenu(heard, text, event.settled && heard.utterance.finalizeAsked, settings.language))
    return enter(withMenu(heard), userFloor(heard.voice.active, atMs), [{ type: 'answered_by', who: 'ivr' }]);
  return settings.language.soundsLikePerson(text) && settings.hasFirstMessage
    ? meetPerson(heard, atMs, settings)
    : stay(heard);
};

export const awaitBeep: Handler<'time', AwaitingBeep> = (state, { atMs }, settings) => {
  if (atMs - state.phase.sinceMs > LONGEST_ANNOUNCEMENT_MS) return hangUpOnMachine(state, atMs, []);
  if (isReadyToRecord(state, atMs)) return leaveMessage(state, atMs);
  return isFinalDue(state, atMs, settings) ? askForFinal(state, atMs) : stay(state);
};

function isReadyToRecord(state: TurnState<AwaitingBeep>, atMs: number): boolean {
  const { beepMs } = state.phase;
  const quietMs = silenceMs(state, atMs);
  if (beepMs === null) return quietMs >= SILENCE_INSTEAD_OF_BEEP_MS;
  if (atMs - beepMs >= NOISY_AFTER_BEEP_MS) return true;
  return quietMs >= AFTER_BEEP_MS && atMs - beepMs >= AFTER_BEEP_MS;
}

function leaveMessage(state: TurnState<AwaitingBeep>, atMs: number): Step {
  const phase: LeavingMessage = { name: 'leaving_message', sinceMs: atMs, beepMs: state.phase.beepMs };
  const effects: PhaseEffect[] = [...closeGreeting(state), { type: 'say', line: 'voicemail_message' }];
  return enter(withoutUtterance(state), phase, effects);
}

/** The beep came late: what was said before it was not recorded. */
export const restartMessage: Handler<'beep', LeavingMessage> = (state, { atMs }) => {
  if (state.phase.beepMs !== null) return stay(state);
  return enter(state, { ...state.phase, beepMs: atMs }, [
    { type: 'drop_speech', for: null },
    { type: 'say', line: 'voicemail_message' },
  ]);
};
