import {
  GREETING_TEXT_MS,
  greetingWindowMs,
  isMachine,
  isReadyToRecord,
  judged,
  LONGEST_ANNOUNCEMENT_MS,
  MORE_THAN_HELLO_MS,
  MOST_EXCHANGES,
  SHORTEST_GREETING_MS,
  WATCH_MS,
} from '../../answering/answer-judgement.ts';
import type { AnsweredBy } from '../../conversation-event.ts';
import { joined } from '../../languages/joined.ts';
import { ask, converseFreely, fallSilent, hangUp, listenOnly, sayLast } from './floor.ts';
import { open } from './opening.ts';
import type { EventOf } from './talk-event.ts';
import type { AwaitingBeep, CalleeGreeting, Conversing } from './talk-phase.ts';
import type { TalkSettings, TalkState } from './talk-state.ts';
import { chain, enter, type Handler, type Step, stay } from './talk-step.ts';

const MENU_ANSWERS =
  'A recorded voice menu has answered. Listen to it and choose by pressing keys with a tool, or wait in silence.';

/** Who has answered is news, each time that it is found out. */
function meet(state: TalkState, who: AnsweredBy): Step {
  if (state.callee.answeredBy === who) return stay(state);
  return stay({ ...state, callee: { ...state.callee, answeredBy: who } }, { type: 'answered_by', who });
}

/** Whether it is still open who has answered. */
function isWatched({ callee }: TalkState, atMs: number, { direction, detectVoicemail }: TalkSettings): boolean {
  if (direction === 'inbound' || !detectVoicemail) return false;
  return callee.evidence.exchanges < MOST_EXCHANGES && !callee.isSettled && atMs < WATCH_MS;
}

/** All that was said since the answer. */
const wholeText = ({ callee }: TalkState): string => joined([callee.evidence.said, callee.text]);

const quietMs = ({ voice }: TalkState, atMs: number): number => (voice.active ? 0 : atMs - voice.untilMs);

/** Asks again and again who it is that the agent talks to. */
export const judgeCallee: Handler<'time'> = (state, { atMs }, settings) => {
  if (!isWatched(state, atMs, settings)) return stay(state);
  const text = wholeText(state);
  const evidence = judged(state.callee.evidence, text, settings.language, atMs);
  const next = evidence === state.callee.evidence ? state : { ...state, callee: { ...state.callee, evidence } };
  const times = { quietMs: quietMs(state, atMs), atMs };
  if (!isMachine(evidence, text, settings.language, times)) return stay(next);
  return meetMachine(next, atMs, settings, evidence.beeps > 0 ? atMs : null);
};

/** The greeting is heard until it waits for an answer. */
export const judgeGreeting: Handler<'time', CalleeGreeting> = (state, { atMs }, settings) => {
  const { evidence } = state.callee;
  const text = wholeText(state);
  const silentMs = quietMs(state, atMs);
  const windowMs = greetingWindowMs(evidence, text, settings.language);
  if (silentMs < windowMs) return stay(state);
  const lengthMs = evidence.longestMs;
  const isWordless = text === '';
  if (isWordless && lengthMs < SHORTEST_GREETING_MS) return enter(state, { name: 'awaiting_callee' });
  const awaitsText = isWordless && lengthMs > MORE_THAN_HELLO_MS;
  if (awaitsText && silentMs < windowMs + GREETING_TEXT_MS) return stay(state);
  return chain(meet(state, 'human'), (next) => open(next, atMs, settings));
};

/** Words of a voice menu. Null: they may be a person's. */
function judgeWords(state: TalkState, { text, isFinal, atMs }: EventOf<'heard'>, settings: TalkSettings): Step | null {
  if (!isFinal || !isWatched(state, atMs, settings) || state.callee.atMenu) return null;
  const { language } = settings;
  const isMenu = language.soundsLikeMenu(text) && !language.soundsLikeVoicemail(wholeText(state));
  return isMenu ? meetMenu(state, atMs) : null;
}

export const hearGreeting: Handler<'heard'> = (state, event, settings) =>
  judgeWords(state, event, settings) ?? honourOptOut(state, event);

/** What the caller says in a conversation. */
export const hearWords: Handler<'heard', Conversing> = (state, event, settings) => {
  const judged = judgeWords(state, event, settings);
  if (judged) return judged;
  const { phase } = state;
  const heard: TalkState = phase.name === 'listening' ? { ...state, phase: { ...phase, unheardSinceMs: null } } : state;
  if (!event.isFinal || event.text === '') return stay(heard);
  const met = heard.callee.answeredBy === null ? meet(heard, 'human') : stay(heard);
  return chain(met, (next) => honourOptOut(next, event));
};

function honourOptOut(state: TalkState, { isFinal, text, hasOptedOut, atMs }: EventOf<'heard'>): Step {
  if (!hasOptedOut || !isFinal || text === '') return stay(state);
  return sayLast(state, { line: 'opt_out' }, { endReason: 'opted_out' }, atMs);
}

function meetMenu(state: TalkState, atMs: number): Step {
  const met = chain(meet(state, 'ivr'), (next) =>
    fallSilent({ ...next, callee: { ...next.callee, atMenu: true } }, null),
  );
  const free = chain(met, (next) =>
    chain(stay(next, { type: 'remember', text: MENU_ANSWERS }), (told) => converseFreely(told, atMs)),
  );
  return chain(free, (next) => ask(next, MENU_ANSWERS, atMs));
}

function meetMachine(state: TalkState, atMs: number, settings: TalkSettings, beepMs: number | null): Step {
  const met = chain(meet(state, 'voicemail'), (next) => stay({ ...next, callee: { ...next.callee, atMenu: false } }));
  if (!settings.leavesMessage) return chain(met, (next) => hangUp(next, 'voicemail'));
  const silent = chain(met, (next) => fallSilent(next, null));
  return chain(
    chain(silent, (next) => enter(next, { name: 'awaiting_beep', sinceMs: atMs, beepMs })),
    (next) => listenOnly(next, true),
  );
}

export const noteBeep: Handler<'beep', AwaitingBeep> = (state, { atMs }) =>
  enter(state, { ...state.phase, beepMs: atMs });

/** The answering machine's announcement: when it is over, the message is left. */
export const awaitRecording: Handler<'time', AwaitingBeep> = (state, { atMs }) => {
  if (atMs - state.phase.sinceMs > LONGEST_ANNOUNCEMENT_MS) return hangUp(state, 'voicemail');
  if (!isReadyToRecord(state.phase.beepMs, quietMs(state, atMs), atMs)) return stay(state);
  return sayLast(state, { line: 'voicemail_message' }, { endReason: 'voicemail' }, atMs);
};
