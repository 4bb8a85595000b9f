import type { AnsweredBy } from '../../conversation-event.ts';
import {
  AFTER_BEEP_MS,
  ENDLESS_GREETING_MS,
  GREETING_TEXT_MS,
  GREETING_WINDOW_MS,
  LONG_GREETING_MS,
  LONGEST_ANNOUNCEMENT_MS,
  MORE_THAN_HELLO_MS,
  NOISY_AFTER_BEEP_MS,
  SHORTEST_GREETING_MS,
  SILENCE_INSTEAD_OF_BEEP_MS,
  WATCH_MS,
} from '../../turns/amd.ts';
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
  return direction === 'outbound' && detectVoicemail && callee.turns < 2 && !callee.isSettled && atMs < WATCH_MS;
}

/** The callee greets: by the length of the greeting and by its words it is a person's, or not. */
export const judgeGreeting: Handler<'time', CalleeGreeting> = (state, { atMs }, settings) => {
  const { voice, callee, phase } = state;
  const { detectVoicemail, language } = settings;
  const lengthMs = (voice.active ? atMs : voice.untilMs) - phase.onsetMs;
  const mayBeMachine = detectVoicemail && !language.soundsLikePerson(callee.text);
  if (mayBeMachine && lengthMs > ENDLESS_GREETING_MS) return meetMachine(state, atMs, settings);
  const quietMs = voice.active ? 0 : atMs - voice.untilMs;
  if (quietMs < GREETING_WINDOW_MS) return stay(state);
  const isWordless = callee.text === '';
  if (isWordless && lengthMs < SHORTEST_GREETING_MS) return enter(state, { name: 'awaiting_callee' });
  const awaitsText = isWordless && lengthMs > MORE_THAN_HELLO_MS;
  if (awaitsText && quietMs < GREETING_WINDOW_MS + GREETING_TEXT_MS) return stay(state);
  if (mayBeMachine && lengthMs > LONG_GREETING_MS) return meetMachine(state, atMs, settings);
  return chain(meet(state, 'human'), (next) => open(next, atMs, settings));
};

/** Words that only a recording says. Null: they may be a person's. */
function judgeWords(state: TalkState, event: EventOf<'heard'>, settings: TalkSettings): Step | null {
  const { text, isFinal, atMs } = event;
  if (!isWatched(state, atMs, settings)) return null;
  const { language } = settings;
  const isMachine = isFinal ? language.soundsLikeMachineGreeting(text) : language.soundsLikeVoicemail(text);
  if (isMachine) return meetMachine(state, atMs, settings);
  const isMenu = isFinal && !state.callee.atMenu && language.soundsLikeMenu(text);
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

export const hearBeep: Handler<'beep'> = (state, { atMs }, settings) =>
  isWatched(state, atMs, settings) ? meetMachine(state, atMs, settings, atMs) : stay(state);

function meetMenu(state: TalkState, atMs: number): Step {
  const met = chain(meet(state, 'ivr'), (next) =>
    fallSilent({ ...next, callee: { ...next.callee, atMenu: true } }, null),
  );
  const free = chain(met, (next) =>
    chain(stay(next, { type: 'remember', text: MENU_ANSWERS }), (told) => converseFreely(told, atMs)),
  );
  return chain(free, (next) => ask(next, MENU_ANSWERS, atMs));
}

function meetMachine(state: TalkState, atMs: number, settings: TalkSettings, beepMs: number | null = null): Step {
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
  if (!isRecording(state, atMs)) return stay(state);
  return sayLast(state, { line: 'voicemail_message' }, { endReason: 'voicemail' }, atMs);
};

function isRecording({ phase, voice }: TalkState<AwaitingBeep>, atMs: number): boolean {
  const quietMs = voice.active ? 0 : atMs - voice.untilMs;
  if (phase.beepMs === null) return quietMs >= SILENCE_INSTEAD_OF_BEEP_MS;
  const sinceBeepMs = atMs - phase.beepMs;
  return sinceBeepMs >= NOISY_AFTER_BEEP_MS || (sinceBeepMs >= AFTER_BEEP_MS && quietMs >= AFTER_BEEP_MS);
}
