import {
  finishSpeech,
  finishTools,
  goOnLater,
  noteReplyEnd,
  startSpeaking,
  thinkOn,
  waitForModel,
  waitForTool,
  waitOn,
} from './agent-turn.ts';
import {
  answer,
  awaitCallee,
  followGreeting,
  reviewGreeting,
  startGreeting,
  startGreetingByText,
  watched,
  watching,
} from './amd.ts';
import { fileAside } from './aside.ts';
import { apologize, end, endAtOnce, failWithoutVoiceOnly, leaveNoMessage } from './failing.ts';
import { endAfterLastWords, finishLastWords, finishMessage, noteLastWords } from './last-words.ts';
import {
  attentive,
  duckForVoice,
  finishOverlapped,
  finishOverlappedFiller,
  hearLateText,
  interruptByKey,
  judgeSilence,
  judgeText,
  judgeTime,
  judgeVoice,
} from './overlap-turn.ts';
import { passSilence } from './pass-silence.ts';
import type { AgentPhase, PhaseName } from './phase.ts';
import { failLater, fileForLater, standBy, takeFloorBack } from './standing-by.ts';
import type { EventType, PhaseEvent } from './turn-event.ts';
import type { TurnSettings, TurnState } from './turn-state.ts';
import { type Handler, ignore, type Row, type Step } from './turn-step.ts';
import {
  followRecognizer,
  followText,
  followVoice,
  hearTextInPause,
  hearUnnoticedText,
  keepToolResult,
  startEndpointing,
  startUserTurn,
  waitForEndOfTurn,
} from './user-turn.ts';
import { collectKey, hearSilence, hearText, hearVoice } from './utterance-state.ts';
import { awaitBeep, hearVoiceOverMessage, noteBeep, reconsiderMachine, restartMessage } from './voicemail-drop.ts';

/** Nothing happens any more, or not yet. */
const IGNORE_ALL: Row = {
  answered: ignore,
  time: ignore,
  voice_started: ignore,
  voice_stopped: ignore,
  heard: ignore,
  recognizer_turn: ignore,
  greeting_heard: ignore,
  key: ignore,
  beep: ignore,
  playout_started: ignore,
  playout_finished: ignore,
  filler_finished: ignore,
  reply_ended: ignore,
  tools_done: ignore,
  failed: ignore,
  taken_over: ignore,
  given_back: ignore,
  hung_up: ignore,
};

/** The user has the floor, or may take it. */
const USER_FLOOR: Row = {
  answered: ignore,
  time: ignore,
  voice_started: hearVoice,
  voice_stopped: hearSilence,
  heard: watched(hearText),
  recognizer_turn: ignore,
  greeting_heard: reviewGreeting,
  key: collectKey,
  beep: ignore,
  playout_started: ignore,
  playout_finished: ignore,
  filler_finished: ignore,
  reply_ended: ignore,
  tools_done: keepToolResult,
  failed: apologize,
  taken_over: standBy,
  given_back: ignore,
  hung_up: end,
};

/** The callee is listened to; keys mean nothing before the agent has said who it is. */
const ANSWERING: Row = { ...USER_FLOOR, key: ignore, tools_done: ignore };

/** The agent has the floor. What ends its words and its tools is different in each phase. */
const AGENT_FLOOR = {
  answered: ignore,
  time: watching(attentive(fileAside)),
  voice_started: duckForVoice,
  voice_stopped: hearSilence,
  heard: watched(hearLateText),
  recognizer_turn: ignore,
  greeting_heard: reviewGreeting,
  key: interruptByKey,
  beep: ignore,
  playout_started: ignore,
  filler_finished: ignore,
  reply_ended: noteReplyEnd,
  failed: apologize,
  taken_over: standBy,
  given_back: ignore,
  hung_up: end,
} satisfies Omit<Row<AgentPhase['name']>, 'tools_done' | 'playout_finished'>;

/** An answering machine has the line: it does not record what the agent says before the beep. */
const MACHINE: Omit<Row, 'beep'> = {
  answered: ignore,
  time: ignore,
  voice_started: hearVoice,
  voice_stopped: hearSilence,
  heard: hearText,
  recognizer_turn: ignore,
  greeting_heard: ignore,
  key: ignore,
  playout_started: ignore,
  playout_finished: ignore,
  filler_finished: ignore,
  reply_ended: ignore,
  tools_done: ignore,
  failed: failWithoutVoiceOnly,
  taken_over: standBy,
  given_back: ignore,
  hung_up: end,
};

/**
 * Every phase × every event; rows differ from those above where they say so. The compiler knows when a cell is
 * missing, and when a handler wants what the phase does not have.
 */
const TURN_TABLE: { [N in PhaseName]: Row<N> } = {
  idle: { ...IGNORE_ALL, answered: answer, hung_up: end },
  awaiting_callee: {
    ...ANSWERING,
    time: watching(awaitCallee),
    voice_started: startGreeting,
    heard: watched(startGreetingByText),
  },
  callee_greeting: { ...ANSWERING, time: watching(followGreeting) },
  awaiting_beep: { ...MACHINE, time: awaitBeep, heard: reconsiderMachine, beep: noteBeep },
  leaving_message: {
    ...MACHINE,
    heard: hearVoiceOverMessage,
    beep: restartMessage,
    playout_finished: finishMessage,
    failed: leaveNoMessage,
  },
  listening: {
    ...USER_FLOOR,
    time: watching(passSilence),
    voice_started: startUserTurn,
    heard: watched(hearUnnoticedText),
    tools_done: finishTools,
  },
  user_speaking: {
    ...USER_FLOOR,
    time: watching(followVoice),
    voice_stopped: startEndpointing,
    heard: watched(followText),
    recognizer_turn: followRecognizer,
  },
  endpointing: {
    ...USER_FLOOR,
    time: watching(waitForEndOfTurn),
    voice_started: startUserTurn,
    heard: watched(hearTextInPause),
    recognizer_turn: followRecognizer,
  },
  thinking: {
    ...AGENT_FLOOR,
    time: watching(attentive(waitForModel)),
    playout_started: startSpeaking,
    playout_finished: finishSpeech,
    tools_done: goOnLater,
  },
  speaking: { ...AGENT_FLOOR, playout_finished: finishSpeech, filler_finished: thinkOn, tools_done: goOnLater },
  overlapped: {
    ...AGENT_FLOOR,
    time: watching(judgeTime),
    voice_started: judgeVoice,
    voice_stopped: judgeSilence,
    heard: watched(judgeText),
    playout_finished: finishOverlapped,
    filler_finished: finishOverlappedFiller,
    tools_done: goOnLater,
  },
  tool_running: {
    ...AGENT_FLOOR,
    time: watching(attentive(waitForTool)),
    playout_finished: ignore,
    filler_finished: waitOn,
    tools_done: finishTools,
  },
  standing_by: {
    ...USER_FLOOR,
    time: fileForLater,
    heard: hearText,
    greeting_heard: ignore,
    tools_done: ignore,
    failed: failLater,
    taken_over: ignore,
    given_back: takeFloorBack,
  },
  ending: {
    ...AGENT_FLOOR,
    time: attentive(endAfterLastWords),
    playout_started: noteLastWords,
    playout_finished: finishLastWords,
    reply_ended: ignore,
    tools_done: ignore,
    failed: endAtOnce,
  },
  ended: IGNORE_ALL,
};

/** What an event means in the phase that the call is in. */
export function stepIn(state: TurnState, event: PhaseEvent, settings: TurnSettings): Step {
  // The table pairs every event with a handler of its type; the compiler cannot follow the index.
  const handler = TURN_TABLE[state.phase.name][event.type] as Handler<EventType>;
  return handler(state, event, settings);
}
