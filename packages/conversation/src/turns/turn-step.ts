import { spokenKey } from '../languages/spoken-words.ts';
import {
  type AgentPhase,
  type CloseUtterance,
  NOTHING_HEARD,
  type Phase,
  type TurnEffect,
  type TurnEvent,
  type TurnSettings,
  type TurnState,
} from './turn-state.ts';

/** What an event leads to: the next state, and what is to be done about it, in order. */
export interface Step {
  state: TurnState;
  effects: TurnEffect[];
}

export type EventType = TurnEvent['type'];
export type EventOf<T extends EventType> = Extract<TurnEvent, { type: T }>;
export type Handler<T extends EventType> = (state: TurnState, event: EventOf<T>, settings: TurnSettings) => Step;

const NO_EFFECTS: TurnEffect[] = [];

/** How late a voice's text may come and still belong to that voice. */
const LATE_TEXT_MS = 2000;
/** Recognizers tell how far they are a few times a second. */
const USUAL_LAG_MS = 300;
/** What comes later than this comes too late to be waited for. */
export const LONGEST_LAG_MS = 4000;
/** What had no words for so long has been a noise, and what follows begins anew. */
const NOISE_MS = 1000;
/**
 * How long the proof of an echo is believed: from one speech of the agent to the next, with a short answer between them.
 * An echo proves itself again with every sentence; a caller who is taken for one is not heard at once for as long.
 */
const ECHO_BELIEF_MS = 6000;
/** How long a character takes to say, to guess when a text began whose voice went unnoticed. */
const MS_PER_CHARACTER = 65;

export const stay = (state: TurnState, effects: TurnEffect[] = NO_EFFECTS): Step => ({ state, effects });

export function enter(
  state: TurnState,
  phase: Phase,
  atMs: number,
  patch: Partial<TurnState> = {},
  effects: TurnEffect[] = NO_EFFECTS,
): Step {
  return { state: { ...state, resume: null, ...patch, phase, sinceMs: atMs }, effects };
}

/** The event means nothing in this phase. */
export const ignore = (state: TurnState): Step => stay(state);

/** The event changes what is known, and nothing else. */
export const hearVoice: Handler<'voice_started'> = (state, event) => stay(withVoice(state, event));
export const hearSilence: Handler<'voice_stopped'> = (state, event) => stay(withSilence(state, event));
export const hearText: Handler<'heard'> = (state, event) => stay(withText(state, event));

export function withVoice(state: TurnState, { onsetMs }: EventOf<'voice_started'>): TurnState {
  const { utterance } = state;
  const followsNoise = utterance.text === '' && onsetMs - utterance.endMs > NOISE_MS;
  const startMs = followsNoise ? onsetMs : (utterance.startMs ?? onsetMs);
  return {
    ...state,
    voice: { active: true, onsetMs, untilMs: onsetMs },
    utterance: { ...utterance, startMs, finalizeAsked: false },
  };
}

export function withSilence(state: TurnState, { untilMs }: EventOf<'voice_stopped'>): TurnState {
  return {
    ...state,
    voice: { ...state.voice, active: false, untilMs },
    utterance: { ...state.utterance, endMs: untilMs },
  };
}

export function withText(before: TurnState, event: EventOf<'heard'>): TurnState {
  const { text, settled, listenedUntilMs, atMs } = event;
  const echoed = event.echo !== 'none';
  const state = withEcho(before, event);
  const { utterance } = state;
  const isNews = text !== utterance.text;
  const changedMs = isNews ? atMs : utterance.changedMs;
  const live = utterance.live || (isNews && !utterance.finalizeAsked);
  const heard = { ...utterance, text, settled, changedMs, live, echoed, listenedUntilMs };
  const guessedMs = atMs - text.length * MS_PER_CHARACTER;
  // The utterance began with an echo, and these are the first words over it.
  if (echoed && hasFloor(state.phase) && utterance.text === '' && utterance.startMs !== null)
    return { ...state, utterance: { ...heard, startMs: Math.max(utterance.startMs, guessedMs) } };
  if (heard.startMs !== null || text === '') return { ...state, utterance: heard };
  const { active, onsetMs, untilMs } = state.voice;
  // The voice goes on since before the last utterance was closed.
  if (active) return { ...state, utterance: { ...heard, startMs: Math.max(onsetMs, guessedMs), endMs: atMs } };
  if (atMs - untilMs <= LATE_TEXT_MS) return { ...state, utterance: { ...heard, startMs: onsetMs, endMs: untilMs } };
  // The detector missed the voice, or the recognizer hears things: its word is all there is.
  const startMs = Math.max(untilMs, guessedMs);
  const voice = { active: false, onsetMs: startMs, untilMs: atMs };
  return { ...state, voice, utterance: { ...heard, startMs, endMs: atMs } };
}

function withEcho(state: TurnState, { echo, atMs }: EventOf<'heard'>): TurnState {
  if (echo === 'proven') return { ...state, echoProvenMs: atMs };
  return echo === 'likely' ? { ...state, echoSuspected: true } : state;
}

/** Whether the line was proven lately to send back what the agent says. */
export function believesEcho({ echoProvenMs }: TurnState, atMs: number): boolean {
  return echoProvenMs !== null && atMs - echoProvenMs < ECHO_BELIEF_MS;
}

/** Milliseconds since the last voiced frame. */
export function silenceMs(state: TurnState, atMs: number): number {
  return state.voice.active ? 0 : atMs - state.voice.untilMs;
}

/** How far the recognizer is behind the voice, beyond what it always is; 0 when it does not say. Up to 4 s. */
export function lagMs({ utterance, voice }: TurnState, atMs: number): number {
  const { listenedUntilMs, endMs } = utterance;
  if (listenedUntilMs === null) return 0;
  const behindMs = (voice.active ? atMs : endMs) - listenedUntilMs - USUAL_LAG_MS;
  return Math.min(Math.max(0, behindMs), LONGEST_LAG_MS);
}

/** The user's turn as the model reads it. */
export function turnText({ utterance, keys }: TurnState): string {
  const pressed = keys ? `[keys: ${keys.digits}]` : '';
  return [utterance.text, pressed].filter((part) => part !== '').join(' ');
}

/** The effect that closes the open utterance; pair it with the `CLOSED` patch. */
export function closeUtterance(state: TurnState, as: CloseUtterance['as']): CloseUtterance {
  const { utterance, keys } = state;
  const startMs = utterance.startMs ?? keys?.firstMs ?? state.sinceMs;
  const endMs = Math.max(startMs, utterance.startMs === null ? 0 : utterance.endMs, keys?.lastMs ?? 0);
  const voiced = !state.voice.active && utterance.startMs !== null && endMs === utterance.endMs;
  return { type: 'close_utterance', as, text: turnText(state), startMs, endMs, voiced };
}

/** The agent's first words. */
export function open(state: TurnState, atMs: number, settings: TurnSettings, before: TurnEffect[] = []): Step {
  const first: TurnEffect = settings.hasFirstMessage
    ? { type: 'say', line: 'first_message' }
    : { type: 'reply', text: null };
  return enter(state, 'thinking', atMs, { ...CLOSED, opening: true }, [...before, first]);
}

export const CLOSED: Partial<TurnState> = { utterance: NOTHING_HEARD, keys: null, hasInterrupted: false };

/** The agent speaks or is about to. */
function hasFloor(phase: Phase): boolean {
  return phase === 'paused' || phase === 'leaving_message' || isAgentPhase(phase);
}

export function isAgentPhase(phase: Phase): phase is AgentPhase {
  return phase === 'thinking' || phase === 'speaking' || phase === 'tool_running' || phase === 'ending';
}

/** Effects that leave nothing of the agent's in the air. */
export function silenceAgent(state: TurnState, cause: 'voice' | 'key' | null = null): TurnEffect[] {
  const effects: TurnEffect[] = [];
  if (hasFloor(state.phase)) effects.push({ type: 'drop_speech', for: cause });
  if (state.speculated !== null) effects.push({ type: 'discard_speculation' });
  return effects;
}

/** Whether the reply that is being prepared is for other words than these. */
export function speculatesOnOther(state: TurnState, text: string): boolean {
  return state.speculated !== null && state.speculated !== spokenKey(text);
}

/** Whoever says something that is no machine's is a person; that is news once, and on outbound calls. */
export function meetSpeaker(
  { answeredBy }: TurnState,
  { direction }: TurnSettings,
): { answeredBy: TurnState['answeredBy']; effects: TurnEffect[] } {
  if (direction === 'inbound' || answeredBy !== null) return { answeredBy, effects: [] };
  return { answeredBy: 'human', effects: [{ type: 'answered_by', who: 'human' }] };
}
