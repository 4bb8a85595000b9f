import { ANSWER_MS, closeAside, fileAside } from './aside.ts';
import {
  type AgentPhase,
  ending,
  type Listening,
  listening,
  type Overlapped,
  type Speaking,
  type Thinking,
  type ToolRunning,
  thinking,
  userFloor,
} from './phase.ts';
import type { PhaseEffect, Waiting } from './turn-effect.ts';
import type { TurnSettings, TurnState } from './turn-state.ts';
import { after, enter, type Handler, type Step, stay, withoutUtterance } from './turn-step.ts';
import { believesEcho, closeUtterance } from './utterance-state.ts';

/** A model that takes longer has the caller ask whether there is anyone on the line. */
const FILLER_MS = 1200;
/** A tool that takes longer leaves a silence that wants explaining. */
const ONE_MOMENT_MS = 1500;
/** A caller who was asked to wait, or has heard half an answer, is not left in silence for 2.5 s. */
const NEXT_FILLER_MS = 1600;

type Turn = Thinking | Speaking | ToolRunning;

const withTools = <S extends TurnState>(state: S, tools: TurnState['exchange']['tools']): S => ({
  ...state,
  exchange: { ...state.exchange, tools },
});

const saidSomething = <S extends TurnState>(state: S): S => ({
  ...state,
  exchange: { ...state.exchange, saidSomething: true },
});

export const startSpeaking: Handler<'playout_started', Thinking> = (state, { atMs }) => {
  const manners = { ...state.manners, introduced: true };
  return enter({ ...saidSomething(state), manners }, { ...state.phase, name: 'speaking', sinceMs: atMs });
};

export const noteReplyEnd: Handler<'reply_ended', AgentPhase | Overlapped> = (state, { next, atMs }) => {
  const { phase } = state;
  if (next === 'listen') return stay(state);
  if (next !== 'end_call') {
    const exchange = { ...state.exchange, tools: 'running', isTransfer: next === 'transfer' } as const;
    return stay({ ...state, exchange });
  }
  const worded = phase.name === 'speaking' || phase.name === 'overlapped';
  const last = ending(atMs, { endReason: 'agent_hangup', interruptible: true, worded, saidMs: null });
  return enter(state, phase.name === 'overlapped' ? { ...phase, over: last } : last);
};

export const finishSpeech: Handler<'playout_finished', Turn> = (state, { atMs }, settings) => {
  const { exchange, phase, utterance, voice } = state;
  if (exchange.tools === 'running')
    return enter(state, { ...phase, name: 'tool_running', sinceMs: atMs }, [{ type: 'act' }]);
  if (exchange.tools === 'done') return replyToTools(state, atMs);
  if (utterance.text === '') return stopListeningForEcho(state, atMs);
  if (isGreetingBack(state, settings)) {
    const filed = closeAside(state, settings);
    return enter(filed.state, listening(atMs), filed.effects);
  }
  if (voice.active || atMs - utterance.endMs <= ANSWER_MS) return enter(state, userFloor(voice.active, atMs));
  const filed = closeAside(state, settings);
  return enter(filed.state, listening(atMs), filed.effects);
};

/** "Hello?" into the agent's first words, by a callee who had not heard them yet, answers nothing. */
function isGreetingBack({ phase, utterance, voice }: TurnState<Turn>, settings: TurnSettings): boolean {
  const { text } = utterance;
  return phase.opening && !voice.active && settings.greetings.covers(text) && !settings.backchannels.covers(text);
}

/** What was heard so far is the agent itself; what comes now may be an answer. */
function stopListeningForEcho(state: TurnState, atMs: number): Step {
  const isOwnVoice = state.utterance.echoed || believesEcho(state, atMs);
  if (!isOwnVoice || state.utterance.startMs === null) return enter(state, listening(atMs));
  return enter(withoutUtterance(state), listening(atMs), [closeUtterance(state, 'noise')]);
}

function replyToTools(state: TurnState<Turn | Listening>, atMs: number): Step {
  const next = { ...withTools(state, 'none'), speculated: null };
  const isOpening = state.phase.name !== 'listening' && state.phase.opening;
  return enter(next, thinking(atMs, isOpening), [{ type: 'reply', text: null }]);
}

/** The tools have returned and the line is silent: the model continues from there. */
export const finishTools: Handler<'tools_done', ToolRunning | Listening> = (state, { followUp, atMs }) => {
  if (state.exchange.tools !== 'running') return stay(state);
  return followUp ? replyToTools(state, atMs) : enter(withTools(state, 'none'), listening(atMs));
};

/** The agent is still speaking: meanwhile its model may go on, as if all of it had been heard already. */
export const goOnLater: Handler<'tools_done'> = (state, { followUp }, { speculate }) => {
  if (state.exchange.tools !== 'running') return stay(state);
  if (!followUp) return stay(withTools(state, 'none'));
  if (!speculate) return stay(withTools(state, 'done'));
  return stay({ ...withTools(state, 'done'), speculated: '' }, [{ type: 'speculate', text: null }]);
};

/** What the agent was doing goes on. Its tools may have answered meanwhile. */
export function goOn(state: TurnState, phase: AgentPhase, atMs: number, effects: PhaseEffect[]): Step {
  const { tools } = state.exchange;
  if (phase.name !== 'tool_running' || tools === 'running') return enter(state, phase, effects);
  if (tools === 'done') return after(effects, replyToTools({ ...state, phase }, atMs));
  return enter(state, listening(atMs), effects);
}

/** Not before a first message, which no model is asked for, nor for a recording. */
export const waitForModel: Handler<'time', Thinking> = (state, event, settings) => {
  const { phase, party, voice } = state;
  const isModelAsked = !phase.opening || !settings.hasFirstMessage;
  const isWanted = isModelAsked && !party.atMenu && isFillerDue(state, FILLER_MS, event.atMs, settings);
  if (!isWanted || voice.active) return fileAside(state, event, settings);
  const { state: next, line } = withFiller(state);
  return stay(next, [{ type: 'fill_pause', line }]);
};

/** The caller was left in silence for too long: at first, or again where nothing else follows. */
function isFillerDue(state: TurnState<Turn>, firstMs: number, atMs: number, { whileWaiting }: TurnSettings): boolean {
  const { saidSomething: hasSpoken, fillers, isTransfer } = state.exchange;
  if (hasSpoken && (isTransfer || (whileWaiting !== 'phrases' && fillers > 0))) return false;
  return atMs - state.phase.sinceMs >= (hasSpoken ? NEXT_FILLER_MS : firstMs);
}

function withFiller<S extends TurnState>(state: S): { state: S; line: Waiting } {
  const { exchange } = state;
  const next = { ...state, exchange: { ...exchange, saidSomething: true, fillers: exchange.fillers + 1 } };
  return { state: next, line: exchange.fillers === 0 ? 'one_moment' : 'still_working' };
}

/** The filler was said, and the model has yet to answer. */
export const thinkOn: Handler<'filler_finished', Speaking> = (state, { atMs }) =>
  enter(state, { ...state.phase, name: 'thinking', sinceMs: atMs });

/** Or the tools have. */
export const waitOn: Handler<'filler_finished', ToolRunning> = (state, { atMs }) =>
  enter(state, { ...state.phase, sinceMs: atMs });

export const waitForTool: Handler<'time', ToolRunning> = (state, event, settings) => {
  const { phase, voice } = state;
  const isWanted = isFillerDue(state, ONE_MOMENT_MS, event.atMs, settings);
  if (!isWanted || voice.active) return fileAside(state, event, settings);
  const { state: filled, line } = withFiller(state);
  return enter(filled, { ...phase, sinceMs: event.atMs }, [{ type: 'fill_pause', line }]);
};
