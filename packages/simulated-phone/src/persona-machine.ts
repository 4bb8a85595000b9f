import { FRAME_MS } from '@parley/audio';
import { type AgentHeard, hasFinishedTurn, hear, isInTurnSince, NOTHING_HEARD } from './agent-ear.ts';
import type { Cue, Persona, Sound, Step } from './persona.ts';

/** A caller who neither cancels nor gets an answer: Timer C of RFC 3261 section 16.6, after which proxies give up. */
const RING_LIMIT_MS = 180_000;
const RING_LIMIT_STATUS = 480;
/** No call outlives this, whatever the agent does. */
const CALL_LIMIT_MS = 3_600_000;

export type PersonaState =
  | { phase: 'ringing'; elapsedMs: number }
  | { phase: 'listening'; position: Position; callMs: number; elapsedMs: number; heard: AgentHeard }
  | { phase: 'speaking'; position: Position; callMs: number }
  | { phase: 'ended' };

/** Where in its script a persona is: the step that comes next. */
interface Position {
  script: readonly Step[];
  step: number;
  /** Prompts said in vain since the last step. */
  prompts: number;
}

export type PersonaEvent =
  /** 20 ms have passed; false for `agentSpeaks` while no audio comes in. */
  | { type: 'frame'; agentSpeaks: boolean }
  /** The sound that was played has ended. */
  | { type: 'soundEnded' }
  | { type: 'digit'; digit: string }
  /** The other side has canceled or hung up, or the call has failed. */
  | { type: 'gone' };

export type PersonaCommand =
  | { type: 'ring'; earlyMedia: boolean }
  | { type: 'answer' }
  | { type: 'reject'; status: number }
  | { type: 'play'; sound: Sound }
  | { type: 'stopSound' }
  | { type: 'hangUp' };

export interface PersonaTransition {
  state: PersonaState;
  commands: readonly PersonaCommand[];
}

type Phase = PersonaState['phase'];
type StateOf<P extends Phase> = Extract<PersonaState, { phase: P }>;
type EventType = PersonaEvent['type'];
type EventOf<E extends EventType> = Extract<PersonaEvent, { type: E }>;
type Rule<P extends Phase, E extends EventType> = (
  state: StateOf<P>,
  event: EventOf<E>,
  persona: Persona,
) => PersonaTransition;
type Table = { readonly [P in Phase]: { readonly [E in EventType]: Rule<P, E> } };

const go = (state: PersonaState, ...commands: PersonaCommand[]): PersonaTransition => ({ state, commands });
const stay = (state: PersonaState): PersonaTransition => go(state);
const end = (...commands: PersonaCommand[]): PersonaTransition => go({ phase: 'ended' }, ...commands);

const TABLE: Table = {
  ringing: {
    frame: ringOn,
    // Nothing is played or pressed before the answer but the ringback tone, which never ends.
    soundEnded: stay,
    digit: stay,
    gone: () => end(),
  },
  listening: {
    frame: listenOn,
    // The end of a sound that a digit has cut short.
    soundEnded: stay,
    digit: (state, { digit }, persona) => choose(state, digit, persona),
    gone: () => end(),
  },
  speaking: {
    frame: speakOn,
    soundEnded: ({ position, callMs }) => listenFrom(position, callMs),
    digit: (state, { digit }, persona) => choose(state, digit, persona),
    gone: () => end({ type: 'stopSound' }),
  },
  ended: { frame: stay, soundEnded: stay, digit: stay, gone: stay },
};

/** An incoming call: what the persona does at once. */
export function startPersona({ ringing }: Persona): PersonaTransition {
  const started: PersonaState = { phase: 'ringing', elapsedMs: 0 };
  switch (ringing.outcome) {
    case 'answer':
      return go(started, { type: 'ring', earlyMedia: ringing.earlyMedia });
    case 'noAnswer':
      return go(started, { type: 'ring', earlyMedia: false });
    case 'reject':
      if (ringing.ringMs === 0) return end({ type: 'reject', status: ringing.status });
      return go(started, { type: 'ring', earlyMedia: false });
  }
}

/** The pure machine: what a persona does with an event. Time passes by `frame` events alone. */
export function stepPersona(state: PersonaState, event: PersonaEvent, persona: Persona): PersonaTransition {
  const rule = TABLE[state.phase][event.type] as Rule<Phase, EventType>;
  return rule(state, event, persona);
}

function ringOn(state: StateOf<'ringing'>, _event: EventOf<'frame'>, { ringing, script }: Persona): PersonaTransition {
  const elapsedMs = state.elapsedMs + FRAME_MS;
  const ringMs = ringing.outcome === 'noAnswer' ? RING_LIMIT_MS : ringing.ringMs;
  if (elapsedMs < ringMs) return go({ phase: 'ringing', elapsedMs });
  switch (ringing.outcome) {
    case 'noAnswer':
      return end({ type: 'reject', status: RING_LIMIT_STATUS });
    case 'reject':
      return end({ type: 'reject', status: ringing.status });
    case 'answer':
      return listenFrom({ script, step: 0, prompts: 0 }, 0, { type: 'answer' });
  }
}

function listenFrom(position: Position, callMs: number, ...commands: PersonaCommand[]): PersonaTransition {
  const next = position.script[position.step];
  // A hang-up that is due at once must not wait for the next frame: it belongs to the middle of a word.
  if (next?.action === 'hangUp' && next.cue.type === 'delay' && next.cue.ms === 0) return end({ type: 'hangUp' });
  return go({ phase: 'listening', position, callMs, elapsedMs: 0, heard: NOTHING_HEARD }, ...commands);
}

function listenOn(state: StateOf<'listening'>, event: EventOf<'frame'>, persona: Persona): PersonaTransition {
  const listening = {
    ...state,
    callMs: state.callMs + FRAME_MS,
    elapsedMs: state.elapsedMs + FRAME_MS,
    heard: hear(state.heard, event.agentSpeaks),
  };
  if (isOverdue(listening.callMs, persona)) return end({ type: 'hangUp' });
  const { position } = listening;
  const next = position.script[position.step];
  if (!next) return go(listening);
  if (isGiven(next.cue, listening)) return perform(next, listening);
  return waitsForAgent(next.cue) ? losePatience(listening, persona) : go(listening);
}

function isOverdue(callMs: number, persona: Persona): boolean {
  return callMs >= CALL_LIMIT_MS && !persona.neverHangsUp;
}

function isGiven(cue: Cue, { elapsedMs, heard }: StateOf<'listening'>): boolean {
  switch (cue.type) {
    case 'delay':
      return elapsedMs >= cue.ms;
    case 'agentTurn':
      return hasFinishedTurn(heard);
    case 'overAgent':
      return hasFinishedTurn(heard) || isInTurnSince(heard, cue.afterMs);
    case 'agentQuiet':
      return heard.quietMs >= cue.ms;
  }
}

function waitsForAgent(cue: Cue): boolean {
  return cue.type === 'agentTurn' || cue.type === 'overAgent';
}

function perform(step: Step, { position, callMs }: StateOf<'listening'>): PersonaTransition {
  if (step.action === 'hangUp') return end({ type: 'hangUp' });
  const next: Position = { script: position.script, step: position.step + 1, prompts: 0 };
  return go({ phase: 'speaking', position: next, callMs }, { type: 'play', sound: step.sound });
}

function losePatience(state: StateOf<'listening'>, { patience }: Persona): PersonaTransition {
  if (!patience || state.heard.quietMs < patience.quietMs) return go(state);
  const { position, callMs } = state;
  if (position.prompts >= patience.prompts) return end({ type: 'hangUp' });
  const prompted: Position = { ...position, prompts: position.prompts + 1 };
  return go({ phase: 'speaking', position: prompted, callMs }, { type: 'play', sound: patience.prompt });
}

function speakOn(state: StateOf<'speaking'>, _event: EventOf<'frame'>, persona: Persona): PersonaTransition {
  const callMs = state.callMs + FRAME_MS;
  if (isOverdue(callMs, persona)) return end({ type: 'stopSound' }, { type: 'hangUp' });
  return go({ ...state, callMs });
}

/** A key of the menu counts at any time before another one; every other key is ignored. */
function choose(
  state: StateOf<'listening'> | StateOf<'speaking'>,
  digit: string,
  { script, menu }: Persona,
): PersonaTransition {
  const chosen = menu[digit];
  if (!chosen || state.position.script !== script) return stay(state);
  const position: Position = { script: chosen, step: 0, prompts: 0 };
  if (state.phase === 'listening') return listenFrom(position, state.callMs);
  return listenFrom(position, state.callMs, { type: 'stopSound' });
}
