import { expectedText, isAnticipated } from './anticipated.ts';
import { completeTurn } from './complete-turn.ts';
import {
  askForFinal,
  graceMs,
  idleness,
  isFinalDue,
  isOver,
  isWorthSpeculating,
  keysAreOver,
  maySpeculate,
  speculate,
} from './end-of-turn.ts';
import type { Endpointing, Listening, UserPhase, UserSpeaking } from './phase.ts';
import type { TurnSettings, TurnState } from './turn-state.ts';
import { after, enter, type Handler, type Step, speculatesOnOther, stay, withoutSpeculation } from './turn-step.ts';
import { withSilence, withText, withVoice } from './utterance-state.ts';

export const startUserTurn: Handler<'voice_started', UserPhase> = (state, event) =>
  enter(withVoice(state, event), { ...state.phase, name: 'user_speaking', sinceMs: event.atMs });

export const startEndpointing: Handler<'voice_stopped', UserSpeaking> = (state, event) =>
  enter(withSilence(state, event), { ...state.phase, name: 'endpointing', sinceMs: event.atMs });

/** While the user speaks: new words want a final of their own. */
export const followText: Handler<'heard', UserSpeaking> = (state, event) => {
  const { state: heard, effects } = dropStaleSpeculation(withText(state, event));
  const isNews = event.text !== state.utterance.text;
  return stay(isNews ? { ...heard, utterance: { ...heard.utterance, finalizeAsked: false } } : heard, effects);
};

/** A reply to fewer words is of no use any more. */
function dropStaleSpeculation(state: TurnState): Step {
  return speculatesOnOther(state, state.utterance.text) ? withoutSpeculation(state) : stay(state);
}

/** A voice that goes on and says nothing new has stopped saying anything. */
export const followVoice: Handler<'time', UserSpeaking> = (state, { atMs }, settings) => {
  const { utterance } = state;
  const idle = idleness(state, atMs, settings);
  if (!idle.wantsFinal || !keysAreOver(state, atMs)) return stay(state);
  if (!utterance.finalizeAsked) return askForFinal(state, atMs);
  if (idle.overMs < (utterance.settled ? 0 : graceMs(utterance))) return stay(state);
  return completeTurn(endedWithWords(state), atMs, settings);
};

/** The turn ends with its last word, whatever the detector takes for a voice behind it. */
function endedWithWords(state: TurnState<UserPhase>): TurnState<UserPhase> {
  const { utterance } = state;
  return { ...state, utterance: { ...utterance, endMs: Math.max(utterance.startMs ?? 0, utterance.changedMs) } };
}

/** Words without a voice, in silence: the detector has missed something. */
export const hearUnnoticedText: Handler<'heard', Listening> = (state, event, settings) => {
  const heard = withText(state, event);
  if (event.text === '') return stay(heard);
  const isSpeaking = heard.voice.active;
  if (isSpeaking) return enter(heard, { ...state.phase, name: 'user_speaking', sinceMs: event.atMs });
  const phase: Endpointing = { ...state.phase, name: 'endpointing', sinceMs: event.atMs };
  return judgeEndOfTurn({ ...heard, phase }, event.atMs, settings);
};

export const hearTextInPause: Handler<'heard', Endpointing> = (state, event, settings) => {
  const heard = withText(state, event);
  const isStale = speculatesOnOther(heard, heard.utterance.text) && !isAnticipated(heard);
  if (!isStale) return judgeEndOfTurn(heard, event.atMs, settings);
  const fresh = withoutSpeculation(heard);
  return after(fresh.effects, judgeEndOfTurn(fresh.state, event.atMs, settings));
};

export const waitForEndOfTurn: Handler<'time', Endpointing> = (state, event, settings) =>
  judgeEndOfTurn(state, event.atMs, settings);

function judgeEndOfTurn(state: TurnState<Endpointing>, atMs: number, settings: TurnSettings): Step {
  if (isOver(state, atMs, settings)) return completeTurn(state, atMs, settings);
  const asked = isFinalDue(state, atMs, settings) ? askForFinal(state, atMs) : stay(state);
  const text = expectedText(asked.state);
  if (!isWorthSpeculating(asked.state, text, atMs, settings)) return asked;
  return after(asked.effects, speculate(asked.state, text));
}

/** The recognizer's own model hears the end of a turn better than a window of silence does. */
export const followRecognizer: Handler<'recognizer_turn', UserSpeaking | Endpointing> = (
  state,
  { stage, atMs },
  settings,
) => {
  const { utterance, voice, party } = state;
  if (stage === 'likely') return maySpeculate(state, settings) ? speculate(state, state.utterance.text) : stay(state);
  if (stage === 'resumed') return withoutSpeculation(state);
  // A menu that is read out has many ends; and who has begun anew has more to say.
  const hasBegunAnew = voice.active && voice.onsetMs > utterance.changedMs;
  if (utterance.text === '' || utterance.keys || party.atMenu || hasBegunAnew) return stay(state);
  return completeTurn(voice.active ? endedWithWords(state) : state, atMs, settings);
};

/** A tool has answered while the user has the floor: the answer waits for what the user says. */
export const keepToolResult: Handler<'tools_done'> = (state, { followUp }) => {
  if (state.exchange.tools !== 'running') return stay(state);
  return stay({ ...state, exchange: { ...state.exchange, tools: followUp ? 'done' : 'none' } });
};
