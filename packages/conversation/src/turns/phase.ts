import type { FailureReason, HangupReason } from '../conversation-event.ts';
import type { ProviderRole } from '../provider/provider-error.ts';

/** How the call ends when the agent has said its last words. */
export interface Closing {
  endReason: HangupReason;
  /** Whether the user can still talk the agent out of it. */
  interruptible: boolean;
  /** Whether there were last words; a goodbye without words expects none back. */
  worded: boolean;
  /** When the last words had been played; null while they are not. */
  saidMs: number | null;
}

/** What has failed: a provider for good, our own code around it, or the host, which has to go. */
export interface Failure {
  role: ProviderRole | 'host';
  endReason: FailureReason | 'interrupted_by_restart';
  /** Nothing can be said any more. */
  isMute: boolean;
}

interface Since {
  /** When the phase began. */
  sinceMs: number;
}

/** Not answered yet. */
interface Idle extends Since {
  name: 'idle';
}

/** Outbound: will the callee say something? */
export interface AwaitingCallee extends Since {
  name: 'awaiting_callee';
}

/** Outbound: "Hello?" – or the announcement of a machine. */
export interface CalleeGreeting extends Since {
  name: 'callee_greeting';
}

/** Why a machine is thought to have answered; `silence`: nothing was answered to the agent's first words. */
export type MachineEvidence = 'phrase' | 'beep' | 'length' | 'silence';

/** A machine was recognized: its announcement or beep has to end. */
export interface AwaitingBeep extends Since {
  name: 'awaiting_beep';
  evidence: MachineEvidence;
  /** When its beep was heard; null before. */
  beepMs: number | null;
}

export interface LeavingMessage extends Since {
  name: 'leaving_message';
  evidence: MachineEvidence;
  beepMs: number | null;
}

/** What the phases in which the user has the floor share. */
interface UserFloor extends Since {
  /** Since when neither side has spoken; a noise does not count. */
  quietSinceMs: number;
}

/** Neither side speaks. */
export interface Listening extends UserFloor {
  name: 'listening';
}

export interface UserSpeaking extends UserFloor {
  name: 'user_speaking';
}

/** The user has stopped; for good, or to breathe? */
export interface Endpointing extends UserFloor {
  name: 'endpointing';
}

interface AgentTurn extends Since {
  /** These are the agent's first words, and they were not interrupted. */
  opening: boolean;
}

/** The agent is about to speak. */
export interface Thinking extends AgentTurn {
  name: 'thinking';
}

export interface Speaking extends AgentTurn {
  name: 'speaking';
}

/** The agent has said what it had to say, and waits for a tool. */
export interface ToolRunning extends AgentTurn {
  name: 'tool_running';
}

/** The agent's last words. */
export interface Ending extends Since {
  name: 'ending';
  closing: Closing;
}

/** Phases in which the agent has the floor, and that go on when a voice over them means nothing. */
export type AgentPhase = Thinking | Speaking | ToolRunning | Ending;

/** Once for each of these causes, the agent stops short. */
export interface Hesitation extends Since {
  /** Speech that is not understood yet, another breath of it, an "um", an "I" that may become "I see", or a word that may be taken back. */
  cause: 'word' | 'breath' | 'filler' | 'fragment' | 'doubt';
  isOver: boolean;
}

/**
 * A voice while the agent has the floor: the agent speaks on more quietly, or does not begin, until it is decided what
 * that means.
 */
export interface Overlapped extends Since {
  name: 'overlapped';
  /** Null: it has not stopped short. */
  hesitation: Hesitation | null;
  /** What goes on when it means nothing. */
  over: AgentPhase;
}

/** Another person talks with the caller, and the agent only listens. */
export interface StandingBy extends Since {
  name: 'standing_by';
  /** What has failed meanwhile, first. */
  failure: Failure | null;
}

interface Ended extends Since {
  name: 'ended';
}

export type UserPhase = Listening | UserSpeaking | Endpointing;

export type Phase =
  | Idle
  | AwaitingCallee
  | CalleeGreeting
  | AwaitingBeep
  | LeavingMessage
  | UserPhase
  | AgentPhase
  | Overlapped
  | StandingBy
  | Ended;

export type PhaseName = Phase['name'];
export type PhaseOf<N extends PhaseName> = Extract<Phase, { name: N }>;

export const listening = (atMs: number, quietSinceMs = atMs): Listening => ({
  name: 'listening',
  sinceMs: atMs,
  quietSinceMs,
});

/** The user has the floor: speaks, or has just stopped. */
export const userFloor = (isSpeaking: boolean, atMs: number, quietSinceMs = atMs): UserSpeaking | Endpointing => ({
  name: isSpeaking ? 'user_speaking' : 'endpointing',
  sinceMs: atMs,
  quietSinceMs,
});

export const thinking = (atMs: number, opening = false): Thinking => ({ name: 'thinking', sinceMs: atMs, opening });

export const ending = (atMs: number, closing: Closing): Ending => ({ name: 'ending', sinceMs: atMs, closing });

function isAgentPhase(phase: Phase): phase is AgentPhase {
  const { name } = phase;
  return name === 'thinking' || name === 'speaking' || name === 'tool_running' || name === 'ending';
}

/** The agent speaks or is about to. */
export function hasFloor(phase: Phase): boolean {
  return phase.name === 'overlapped' || phase.name === 'leaving_message' || isAgentPhase(phase);
}

/** How the call ends after what the agent is saying; null: it goes on. */
export function closingOf(phase: AgentPhase | Overlapped): Closing | null {
  const floor = phase.name === 'overlapped' ? phase.over : phase;
  return floor.name === 'ending' ? floor.closing : null;
}

/** Whether the agent has not finished its first words. */
export function isOpening(phase: AgentPhase | Overlapped): boolean {
  const floor = phase.name === 'overlapped' ? phase.over : phase;
  return floor.name !== 'ending' && floor.opening;
}

/** Since when neither side has spoken: until now, where the question does not arise. */
export const quietSince = (phase: Phase, atMs: number): number => ('quietSinceMs' in phase ? phase.quietSinceMs : atMs);
