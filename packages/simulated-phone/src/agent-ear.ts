import { FRAME_MS } from '@parley/audio';

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
