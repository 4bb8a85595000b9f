import {
  CALLEE_SPEAKS_FIRST_MS,
  GREETING_TEXT_MS,
  greetingWindowMs,
  MORE_THAN_HELLO_MS,
  SHORTEST_GREETING_MS,
  WORD_WINDOW_MS,
} from '../answering/answer-judgement.ts';
import { calleeText, evidenceOf, isClearlyMachine, isWatching, withJudgement } from './callee-watch.ts';
import { completeTurn, confirmOptOut } from './complete-turn.ts';
import { askForFinal } from './end-of-turn.ts';
import {
  type AwaitingCallee,
  type CalleeGreeting,
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
import { hangUpOnMachine } from './voicemail-drop.ts';

const LATE_GREETING_TEXT_MS = 1600;
/** An agent whose model is to answer the greeting opens the call itself when there are no words by then. */
const WORDLESS_MS = 600;
/** A voice that goes on for so long behind the last word is a noise. */
const WORDS_OVER_MS = 1300;
const HELLO_OVER_MS = 700;
/** No words were heard, only music or a noise: after this the agent speaks all the same. */
const LONGEST_MUSIC_MS = 7000;
/** No greeting is longer: it is a noise that the detector takes for a voice. */
const LONGEST_GREETING_MS = 15_000;

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

/** The greeting is followed until it waits for an answer. */
export const followGreeting: Handler<'time', CalleeGreeting> = (state, { atMs }, settings) => {
  const { utterance, voice } = state;
  const lengthMs = (voice.active ? atMs : voice.untilMs) - (utterance.startMs ?? voice.onsetMs);
  const isEndless = lengthMs >= LONGEST_GREETING_MS;
  if (!isEndless && quietMs(state, atMs, settings) < WORD_WINDOW_MS) return stay(state);
  if (!isEndless && awaitsGreetingText(state, atMs, settings)) return askOnce(state, atMs);
  if (!isEndless && quietMs(state, atMs, settings) < windowMs(state, settings)) return stay(state);
  if (lengthMs < SHORTEST_GREETING_MS && utterance.text === '')
    return enter(withoutUtterance(state), { name: 'awaiting_callee', sinceMs: atMs }, [closeUtterance(state, 'noise')]);
  if (utterance.text === '' && !state.callee.hasSpoken && voice.active)
    return open(state, atMs, settings, [closeUtterance(state, 'noise')]);
  const isIvr = state.party.answeredBy === 'ivr';
  if (!isIvr && (settings.hasFirstMessage || utterance.text === '')) return meetPerson(state, atMs, settings);
  const floor = userFloor(voice.active, atMs, state.phase.sinceMs);
  const isHello = !isIvr && settings.greetings.covers(utterance.text);
  return isHello ? completeTurn({ ...state, phase: floor }, atMs, settings) : enter(state, floor);
};

/** For how long nothing was said: a noise that goes on behind the last word says nothing. */
function quietMs(state: TurnState, atMs: number, { greetings }: TurnSettings): number {
  const { text, live, changedMs } = state.utterance;
  const wordlessMs = text !== '' && live ? atMs - changedMs - lagMs(state, atMs) : 0;
  const isOver = wordlessMs >= (greetings.covers(text) ? HELLO_OVER_MS : WORDS_OVER_MS);
  return Math.max(silenceMs(state, atMs), isOver ? wordlessMs : 0, noiseMs(state, atMs));
}

/** For how long nothing but a noise, or music, has been heard. */
function noiseMs({ callee, voice, utterance }: TurnState, atMs: number): number {
  if (!voice.active || callee.noiseMs === null) return 0;
  const sinceMs = atMs - callee.noiseMs;
  // An announcement may follow the music.
  return callee.hasSpoken || utterance.text !== '' || sinceMs >= LONGEST_MUSIC_MS ? sinceMs : 0;
}

/** How long a pause has to be before it waits for an answer. */
function windowMs({ callee, utterance: { text } }: TurnState, settings: TurnSettings): number {
  const isWordless = text === '' && !settings.hasFirstMessage;
  return isWordless ? WORDLESS_MS : greetingWindowMs(callee, text, settings.language);
}

/** A greeting whose final text, when there is one soon, tells whose it is. */
function awaitsGreetingText(state: TurnState, atMs: number, settings: TurnSettings): boolean {
  const { finalizeAsked, settled, text } = state.utterance;
  const mayBeMenu = settings.detectVoicemail && settings.language.soundsLikeMenu(text);
  const isLong = state.callee.longestMs > MORE_THAN_HELLO_MS;
  const isWordless = text === '' && !settings.hasFirstMessage;
  if (!isLong && !mayBeMenu && !isWordless) return false;
  if (!finalizeAsked) return true;
  if (isWordless && !isLong) return false;
  const graceMs = lagMs(state, atMs) > 0 ? LATE_GREETING_TEXT_MS : GREETING_TEXT_MS;
  return !settled && silenceMs(state, atMs) < WORD_WINDOW_MS + graceMs;
}

const askOnce = (state: TurnState, atMs: number): Step =>
  state.utterance.finalizeAsked ? stay(state) : askForFinal(state, atMs);

function meetPerson(state: TurnState, atMs: number, settings: TurnSettings): Step {
  const party = { ...state.party, answeredBy: 'human', turns: state.party.turns + 1 } as const;
  const greeting = closeUtterance(state, settings.language.asksForOptOut(state.utterance.text) ? 'turn' : 'greeting');
  const met: PhaseEffect = { type: 'answered_by', who: 'human' };
  if (greeting.as === 'turn') return confirmOptOut({ ...state, party }, atMs, [met, greeting]);
  return open({ ...state, party }, atMs, settings, [met, greeting]);
}

/** Looks at the words for signs of a menu before `handler` takes them for a person's. */
export function watched<P extends Phase>(handler: Handler<'heard', P>): Handler<'heard', P> {
  return (state, event, settings) => {
    if (!settings.detectVoicemail || !isWatching(state, event.atMs, settings)) return handler(state, event, settings);
    const isFinal = event.settled && state.utterance.finalizeAsked;
    const isVoicemail = settings.language.soundsLikeVoicemail(calleeText(state, event.text));
    if (isVoicemail || !meetsMenu(state, event.text, isFinal, settings.language))
      return handler(state, event, settings);
    return after([{ type: 'answered_by', who: 'ivr' }], handler(withMenu(state), event, settings));
  };
}

/** Asks again and again who it is that the agent talks to. */
export function watching<P extends Phase>(handler: Handler<'time', P>): Handler<'time', P> {
  return (state, event, settings) => {
    const { atMs } = event;
    if (!settings.detectVoicemail || !isWatching(state, atMs, settings)) return handler(state, event, settings);
    const judged = withJudgement(state, atMs, settings);
    return isClearlyMachine(judged, atMs, settings)
      ? meetMachine(judged, atMs, settings)
      : handler(judged, event, settings);
  };
}

/** The words of the greeting have come after it was answered. */
export const reviewGreeting: Handler<'greeting_heard'> = (state, { text, atMs }, settings) => {
  if (settings.language.asksForOptOut(text)) return confirmOptOut(state, atMs);
  if (!settings.detectVoicemail || !isWatching(state, atMs, settings)) return stay(state);
  if (settings.language.soundsLikeVoicemail(calleeText(state)) || !meetsMenu(state, text, true, settings.language))
    return stay(state);
  const effects: PhaseEffect[] = [...silenceAgent(state, 'voice'), { type: 'answered_by', who: 'ivr' }];
  const met = { ...withMenu(state), speculated: null, exchange: { ...state.exchange, tools: 'none' } as const };
  const isSpeaking = state.voice.active;
  if (isSpeaking || state.utterance.startMs !== null)
    return enter(met, userFloor(isSpeaking, atMs, quietSince(state.phase, atMs)), effects);
  return enter(met, thinking(atMs), [...effects, { type: 'reply', text: null }]);
};

function meetMachine(state: TurnState, atMs: number, settings: TurnSettings): Step {
  const effects: PhaseEffect[] = [...silenceAgent(state), { type: 'answered_by', who: 'voicemail' }];
  const party = { ...state.party, answeredBy: 'voicemail', atMenu: false } as const;
  const met: TurnState = { ...state, party, speculated: null };
  if (!settings.leavesMessage) return hangUpOnMachine(met, atMs, effects);
  const evidence = evidenceOf(state, atMs, settings);
  const beepMs = evidence === 'beep' ? atMs : null;
  const prepared: PhaseEffect[] = [...effects, { type: 'prepare_line', line: 'voicemail_message' }];
  return enter(met, { name: 'awaiting_beep', sinceMs: atMs, evidence, beepMs }, prepared);
}
