import {
  answerTools,
  callTools,
  finishSpeaking,
  giveResults,
  keepResults,
  passReply,
  play,
  startSpeaking,
  stopSpeaking,
} from './agent-turn.ts';
import { awaitRecording, hearGreeting, hearWords, judgeCallee, judgeGreeting, noteBeep } from './callee.ts';
import { dropOtherVoice, endTurn, goOn, loseWords, noteTurn } from './caller-turn.ts';
import { end } from './floor.ts';
import {
  giveUp,
  giveUpAs,
  giveUpAtBeep,
  handOverAtKey,
  handOverWhenSaid,
  handOverWhenSilent,
  judgeHandingOver,
  owe,
} from './giving-up.ts';
import {
  hold,
  holdLastWords,
  interruptByKey,
  interruptByVoice,
  interruptLastWords,
  interruptLastWordsByKey,
  judgeHold,
  release,
  releaseLastWords,
  releaseNothing,
} from './interruption.ts';
import { endWithoutWords, failInLastWords, finishLastWords, judgeLastWords, loseLastWords } from './last-words.ts';
import { answer, awaitCallee, failBefore, prepare, prepareAgain, startGreeting } from './opening.ts';
import { judgeSilence, leaveInPause, pressKey, takeKeys } from './pauses.ts';
import { failLater, leaveMeanwhile, standBy, takeFloorBack } from './standing-by.ts';
import type { EventType, TalkEvent } from './talk-event.ts';
import type { PhaseName } from './talk-phase.ts';
import type { TalkSettings, TalkState } from './talk-state.ts';
import { type Handler, ignore, inOrder, type Row, type Step } from './talk-step.ts';
import { bridgeTools, judgeModel, judgeUnheard, noteHeard } from './waiting.ts';

/** Nothing happens any more, or not yet. */
const IGNORE_ALL: Row = {
  ringing: ignore,
  answered: ignore,
  time: ignore,
  voice_started: ignore,
  voice_stopped: ignore,
  caller_started: ignore,
  caller_stopped: ignore,
  heard: ignore,
  key: ignore,
  beep: ignore,
  audio: ignore,
  tools_called: ignore,
  tools_done: ignore,
  reply_ended: ignore,
  speech_changed: ignore,
  all_said: ignore,
  session_lost: ignore,
  failed: ignore,
  other_voice_failed: ignore,
  taken_over: ignore,
  given_back: ignore,
  leave: ignore,
  hung_up: ignore,
};

/** An answered call, in which the model is not to say anything of its own accord. */
const ANSWERED: Row = {
  ...IGNORE_ALL,
  time: inOrder(takeKeys(false), leaveInPause),
  caller_stopped: noteTurn,
  key: pressKey,
  tools_done: giveResults,
  session_lost: loseWords,
  failed: giveUp,
  other_voice_failed: dropOtherVoice,
  taken_over: standBy,
  hung_up: end,
};

/** It is open who has answered, and the agent's first words are ready. */
const OPENING: Row = {
  ...ANSWERED,
  heard: hearGreeting,
  audio: play,
  session_lost: prepareAgain,
  failed: giveUpAs('opening'),
};

/** The model takes turns with the caller. */
const CONVERSING = {
  ...ANSWERED,
  caller_stopped: endTurn,
  heard: hearWords,
  audio: play,
  tools_called: callTools,
  tools_done: answerTools,
  session_lost: goOn,
} satisfies Row<'listening' | 'speaking' | 'held'>;

const LAST_WORDS = {
  ...ANSWERED,
  caller_started: interruptLastWords,
  key: interruptLastWordsByKey,
  audio: play,
  tools_done: keepResults,
  all_said: finishLastWords,
  session_lost: loseLastWords,
  failed: failInLastWords,
  other_voice_failed: endWithoutWords,
} satisfies Row<'ending' | 'ending_held'>;

/**
 * Every phase × every event; rows differ from those above where they say so. The compiler knows when a cell is
 * missing, and when a handler wants what the phase does not have.
 */
const TALK_TABLE: { [N in PhaseName]: Row<N> } = {
  idle: {
    ...IGNORE_ALL,
    ringing: prepare,
    answered: answer,
    audio: play,
    session_lost: prepareAgain,
    failed: failBefore,
    hung_up: end,
  },
  awaiting_callee: {
    ...OPENING,
    time: inOrder(takeKeys(false), judgeCallee, awaitCallee, leaveInPause),
    voice_started: startGreeting,
  },
  callee_greeting: { ...OPENING, time: inOrder(takeKeys(false), judgeCallee, judgeGreeting, leaveInPause) },
  awaiting_beep: {
    ...ANSWERED,
    time: inOrder(takeKeys(false), awaitRecording, leaveInPause),
    beep: noteBeep,
    failed: giveUpAtBeep,
  },
  listening: {
    ...CONVERSING,
    time: inOrder(takeKeys(true), judgeCallee, judgeUnheard, judgeModel, bridgeTools, judgeSilence, leaveInPause),
    caller_started: noteHeard,
    reply_ended: passReply,
    speech_changed: startSpeaking,
  },
  speaking: {
    ...CONVERSING,
    time: inOrder(takeKeys(true), judgeCallee, judgeModel, leaveInPause),
    voice_started: hold,
    caller_started: interruptByVoice,
    key: interruptByKey,
    speech_changed: stopSpeaking,
    all_said: finishSpeaking,
  },
  held: {
    ...CONVERSING,
    time: inOrder(takeKeys(true), judgeCallee, judgeHold, leaveInPause),
    voice_stopped: release,
    caller_started: interruptByVoice,
    key: interruptByKey,
    speech_changed: releaseNothing,
  },
  standing_by: {
    ...ANSWERED,
    time: inOrder(takeKeys(false), leaveMeanwhile),
    taken_over: ignore,
    given_back: takeFloorBack,
    failed: failLater,
  },
  ending: { ...LAST_WORDS, time: inOrder(takeKeys(false), judgeLastWords), voice_started: holdLastWords },
  ending_held: { ...LAST_WORDS, time: inOrder(takeKeys(false), judgeHold), voice_stopped: releaseLastWords },
  handing_over: {
    ...ANSWERED,
    time: judgeHandingOver,
    key: handOverAtKey,
    tools_done: owe,
    speech_changed: handOverWhenSilent,
    all_said: handOverWhenSaid,
    failed: ignore,
  },
  ended: IGNORE_ALL,
};

/** What an event means in the phase that the call is in. */
export function stepIn(state: TalkState, event: TalkEvent, settings: TalkSettings): Step {
  // The table pairs every event with a handler of its type; the compiler cannot follow the index.
  const handler = TALK_TABLE[state.phase.name][event.type] as Handler<EventType>;
  return handler(state, event, settings);
}
