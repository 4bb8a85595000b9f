import { hangUp } from './agent-turn.ts';
import type { Closing, TurnEffect, TurnSettings, TurnState } from './turn-state.ts';
import {
  CLOSED,
  closeUtterance,
  enter,
  type Handler,
  lagMs,
  open,
  type Step,
  silenceAgent,
  silenceMs,
  stay,
  withText,
  withVoice,
} from './turn-step.ts';
import { askForFinal, confirmOptOut, isFinalDue } from './user-turn.ts';
import { MENU_MET, meetsMenu } from './voice-menu.ts';

/** Most people have said "Hello?" by then; who has not waits for the caller. */
const CALLEE_SPEAKS_FIRST_MS = 700;
/** "Hello?" wants an answer sooner than a sentence does. */
const GREETING_WINDOW_MS = 300;
/** A shorter sound without words is the telephone being picked up, or the noise of the line before it is known. */
const SHORTEST_GREETING_MS = 200;
/**
 * People greet in a second or two, receptionists and other agents in five. Shorter machines give themselves away by their
 * words or their beep; and to talk to a machine for a moment costs less than to hang up on a person.
 */
const LONG_GREETING_MS = 6000;
/** How long the words of a long greeting are waited for: whoever hangs up on a person never calls again. */
const GREETING_TEXT_MS = 1000;
/** And those of one that is longer than a "Hello?", while the recognizer is behind it: a menu is not to be talked to. */
const LATE_GREETING_TEXT_MS = 3000;
const MORE_THAN_HELLO_MS = 2000;
/** Nobody speaks for so long without taking breath. */
const ENDLESS_GREETING_MS = 9000;
/** Nobody greets longer: it is a noise that the detector takes for a voice. */
const LONGEST_GREETING_MS = 15_000;
/** Machines give themselves away in the first seconds, even those that answer late. */
const WATCH_MS = 30_000;
/** After the announcement, for a machine without a beep. */
const SILENCE_INSTEAD_OF_BEEP_MS = 1500;
const AFTER_BEEP_MS = 200;
/** A beep that is followed by sound without end was heard right, and the line is noisy. */
const NOISY_AFTER_BEEP_MS = 3000;
const LONGEST_ANNOUNCEMENT_MS = 60_000;

export const answer: Handler<'answered'> = (state, { atMs }, settings) => {
  const answered = { ...state, quietSinceMs: atMs };
  if (settings.direction === 'outbound') return enter(answered, 'awaiting_callee', atMs);
  return settings.hasFirstMessage ? open(answered, atMs, settings) : enter(answered, 'listening', atMs);
};

export const awaitCallee: Handler<'time'> = (state, { atMs }, settings) =>
  atMs - state.sinceMs < CALLEE_SPEAKS_FIRST_MS ? stay(state) : open(state, atMs, settings);

export const startGreeting: Handler<'voice_started'> = (state, event) =>
  enter(withVoice(state, event), 'callee_greeting', event.atMs);

export const startGreetingByText: Handler<'heard'> = (state, event) => {
  const heard = withText(state, event);
  return event.text === '' ? stay(heard) : enter(heard, 'callee_greeting', event.atMs);
};

export const followGreeting: Handler<'time'> = (state, { atMs }, settings) => {
  const { utterance, voice } = state;
  const lengthMs = (voice.active ? atMs : voice.untilMs) - (utterance.startMs ?? voice.onsetMs);
  const isLong = mayBeMachine(state, settings) && lengthMs > LONG_GREETING_MS;
  const isOver = silenceMs(state, atMs) >= GREETING_WINDOW_MS;
  if (isLong && lengthMs > ENDLESS_GREETING_MS) return meetMachine(state, atMs, settings, 'length');
  const isUnheard = lengthMs > MORE_THAN_HELLO_MS && lagMs(state, atMs) > 0;
  if (isOver && (isLong || isUnheard || mayBeMenu(state, settings)) && awaitsGreetingText(state, atMs))
    return askOnce(state);
  if (isLong && isOver) return meetMachine(state, atMs, settings, 'length');
  if (!isOver && lengthMs < LONGEST_GREETING_MS) return stay(state);
  if (settings.detectVoicemail && settings.language.soundsLikeMachineGreeting(utterance.text))
    return meetMachine(state, atMs, settings, 'phrase');
  if (lengthMs < SHORTEST_GREETING_MS && utterance.text === '')
    return enter(state, 'awaiting_callee', atMs, CLOSED, [closeUtterance(state, 'noise')]);
  if (state.answeredBy === 'ivr' || !settings.hasFirstMessage)
    return enter(state, voice.active ? 'user_speaking' : 'endpointing', atMs);
  return meetPerson(state, atMs, settings);
};

/** A greeting whose final text, when there is one soon, tells whose it is. */
function awaitsGreetingText(state: TurnState, atMs: number): boolean {
  const { finalizeAsked, settled } = state.utterance;
  const graceMs = lagMs(state, atMs) > 0 ? LATE_GREETING_TEXT_MS : GREETING_TEXT_MS;
  return !finalizeAsked || (!settled && silenceMs(state, atMs) < GREETING_WINDOW_MS + graceMs);
}

const askOnce = (state: TurnState): Step => (state.utterance.finalizeAsked ? stay(state) : askForFinal(state));

/** Nothing of what was heard is a person's, or a menu's. */
function mayBeMachine(
  { utterance: { text }, answeredBy }: TurnState,
  { detectVoicemail, language }: TurnSettings,
): boolean {
  const isElse =
    language.soundsLikePerson(text) || language.soundsLikeMenu(text) || language.soundsLikeAnnouncement(text);
  return detectVoicemail && answeredBy !== 'ivr' && !isElse;
}

function mayBeMenu({ utterance, answeredBy }: TurnState, { detectVoicemail, language }: TurnSettings): boolean {
  return detectVoicemail && answeredBy !== 'ivr' && language.soundsLikeMenu(utterance.text);
}

function meetPerson(state: TurnState, atMs: number, settings: TurnSettings): Step {
  const patch = { answeredBy: 'human', userTurns: state.userTurns + 1, machine: null } as const;
  const greeting = closeUtterance(state, settings.language.asksForOptOut(state.utterance.text) ? 'turn' : 'greeting');
  const met: TurnEffect = { type: 'answered_by', who: 'human' };
  if (greeting.as === 'turn') return confirmOptOut({ ...state, ...patch }, atMs, [met, greeting]);
  return open({ ...state, ...patch }, atMs, settings, [met, greeting]);
}

/** Whether it is still open who has answered. */
function isWatching(state: TurnState, atMs: number, settings: TurnSettings): boolean {
  return settings.direction === 'outbound' && settings.detectVoicemail && state.userTurns < 2 && atMs < WATCH_MS;
}

/** Looks at the words for signs of a machine before `handler` takes them for a person's. */
export function watched(handler: Handler<'heard'>): Handler<'heard'> {
  return (state, event, settings) => {
    if (!isWatching(state, event.atMs, settings)) return handler(state, event, settings);
    if (settings.language.soundsLikeVoicemail(event.text))
      return meetMachine(withText(state, event), event.atMs, settings, 'phrase');
    const isFinal = event.settled && state.utterance.finalizeAsked;
    if (!meetsMenu(state, event.text, isFinal, settings.language)) return handler(state, event, settings);
    const step = handler({ ...state, ...MENU_MET }, event, settings);
    return { state: step.state, effects: [{ type: 'answered_by', who: 'ivr' }, ...step.effects] };
  };
}

/** The words of the greeting have come after it was answered. */
export const reviewGreeting: Handler<'greeting_heard'> = (state, { text, atMs }, settings) => {
  if (isWatching(state, atMs, settings) && settings.language.soundsLikeMachineGreeting(text))
    return meetMachine(state, atMs, settings, 'phrase');
  if (settings.language.asksForOptOut(text)) return confirmOptOut(state, atMs);
  if (!isWatching(state, atMs, settings) || !meetsMenu(state, text, true, settings.language)) return stay(state);
  const effects: TurnEffect[] = [...silenceAgent(state, 'voice'), { type: 'answered_by', who: 'ivr' }];
  const met: TurnState = { ...state, ...MENU_MET, speculated: null, closing: null, opening: false, tools: 'none' };
  if (state.voice.active) return enter(met, 'user_speaking', atMs, {}, effects);
  if (state.utterance.startMs !== null) return enter(met, 'endpointing', atMs, {}, effects);
  return enter(met, 'thinking', atMs, {}, [...effects, { type: 'reply', text: null }]);
};

export const hearBeep: Handler<'beep'> = (state, { atMs }, settings) =>
  isWatching(state, atMs, settings) ? meetMachine(state, atMs, settings, 'beep') : stay(state);

function meetMachine(
  state: TurnState,
  atMs: number,
  settings: TurnSettings,
  evidence: 'phrase' | 'beep' | 'length',
): Step {
  const effects: TurnEffect[] = [...silenceAgent(state), { type: 'answered_by', who: 'voicemail' }];
  const met: TurnState = { ...state, answeredBy: 'voicemail', atMenu: false, speculated: null, closing: null };
  if (!settings.leavesMessage) return hangUpOnMachine(met, atMs, effects);
  const machine = { evidence, beepMs: evidence === 'beep' ? atMs : null };
  return enter(met, 'awaiting_beep', atMs, { machine }, effects);
}

function hangUpOnMachine(state: TurnState, atMs: number, before: TurnEffect[]): Step {
  const { state: ended, effects } = hangUp({ ...state, ...CLOSED }, atMs, 'voicemail');
  const heard: TurnEffect[] = state.utterance.startMs === null ? [] : [closeUtterance(state, 'greeting')];
  return { state: ended, effects: [...before, ...heard, ...effects] };
}

export const noteBeep: Handler<'beep'> = (state, { atMs }) =>
  stay({ ...state, machine: { evidence: 'beep', beepMs: atMs } });

/** A greeting that was only long turns out to be a person's, or a menu's. */
export const reconsiderMachine: Handler<'heard'> = (state, event, settings) => {
  const { text, atMs } = event;
  const heard = withText(state, event);
  if (state.machine?.evidence !== 'length') return stay(heard);
  if (meetsMenu(heard, text, event.settled && heard.utterance.finalizeAsked, settings.language)) {
    const patch = { ...MENU_MET, machine: null };
    const phase = heard.voice.active ? 'user_speaking' : 'endpointing';
    return enter(heard, phase, atMs, patch, [{ type: 'answered_by', who: 'ivr' }]);
  }
  return settings.language.soundsLikePerson(text) && settings.hasFirstMessage
    ? meetPerson(heard, atMs, settings)
    : stay(heard);
};

export const awaitBeep: Handler<'time'> = (state, { atMs }, settings) => {
  if (atMs - state.sinceMs > LONGEST_ANNOUNCEMENT_MS) return hangUpOnMachine(state, atMs, []);
  if (isReadyToRecord(state, atMs)) return leaveMessage(state, atMs);
  return isFinalDue(state, atMs, settings) ? askForFinal(state) : stay(state);
};

function isReadyToRecord(state: TurnState, atMs: number): boolean {
  const beepMs = state.machine?.beepMs ?? null;
  const quietMs = silenceMs(state, atMs);
  if (beepMs === null) return quietMs >= SILENCE_INSTEAD_OF_BEEP_MS;
  if (atMs - beepMs >= NOISY_AFTER_BEEP_MS) return true;
  return quietMs >= AFTER_BEEP_MS && atMs - beepMs >= AFTER_BEEP_MS;
}

function leaveMessage(state: TurnState, atMs: number): Step {
  const closing: Closing = { endReason: 'voicemail', interruptible: false, worded: false, saidMs: null };
  const heard: TurnEffect[] = state.utterance.startMs === null ? [] : [closeUtterance(state, 'greeting')];
  const effects: TurnEffect[] = [...heard, { type: 'say', line: 'voicemail_message' }];
  return enter(state, 'leaving_message', atMs, { ...CLOSED, closing }, effects);
}

/** The beep came late: what was said before it was not recorded. */
export const restartMessage: Handler<'beep'> = (state, { atMs }) => {
  if (state.machine?.beepMs != null) return stay(state);
  const machine = { evidence: 'beep', beepMs: atMs } as const;
  return stay({ ...state, machine }, [
    { type: 'drop_speech', for: null },
    { type: 'say', line: 'voicemail_message' },
  ]);
};
