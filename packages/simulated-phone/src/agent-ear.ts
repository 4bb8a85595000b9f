import { FRAME_MS } from '@parley/audio';

/** A pause inside a turn is shorter; an earlier answer cuts the agent off. */
const TURN_END_MS = 700;
/** Less is a cough or a click, and no turn. */
const SHORTEST_TURN_MS = 400;
/** A gap between words: with less of it the agent counts as still speaking. */
const WORD_GAP_MS = 200;

/** What a persona has heard of the agent since it began to listen. */
export interface AgentHeard {
  /** Total of the agent's speech. */
  speechMs: number;
  /** Since the agent first spoke; null while it has not. */
  sinceOnsetMs: number | null;
  /** Since the agent was last heard, or since the listening began. */
  quietMs: number;
}

export const NOTHING_HEARD: AgentHeard = { speechMs: 0, sinceOnsetMs: null, quietMs: 0 };

/** Takes in one frame of 20 ms. */
export function hear(heard: AgentHeard, agentSpeaks: boolean): AgentHeard {
  const sinceOnsetMs = heard.sinceOnsetMs ?? (agentSpeaks ? 0 : null);
  return {
    speechMs: heard.speechMs + (agentSpeaks ? FRAME_MS : 0),
    sinceOnsetMs: sinceOnsetMs === null ? null : sinceOnsetMs + FRAME_MS,
    quietMs: agentSpeaks ? 0 : heard.quietMs + FRAME_MS,
  };
}

/** The agent has said something and stopped. */
export function hasFinishedTurn(heard: AgentHeard): boolean {
  return heard.speechMs >= SHORTEST_TURN_MS && heard.quietMs >= TURN_END_MS;
}

/** The agent has begun to speak so long ago, and is still at it. */
export function isInTurnSince({ speechMs, sinceOnsetMs, quietMs }: AgentHeard, afterMs: number): boolean {
  return sinceOnsetMs !== null && sinceOnsetMs >= afterMs && speechMs >= SHORTEST_TURN_MS && quietMs < WORD_GAP_MS;
}
