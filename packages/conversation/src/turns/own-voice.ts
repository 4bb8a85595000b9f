import { type AgentPhase, isOpening, type Overlapped } from './phase.ts';
import type { TurnState } from './turn-state.ts';

/** The line has sent the agent back, or may have: every sentence of its own would begin as another speaker's. */
export const mayHearItself = ({ line: { echoSuspected, echoProvenMs } }: TurnState): boolean =>
  echoSuspected || echoProvenMs !== null;

/** Only words tell the agent's own voice from another one, on a line that has sent it back, or of which nothing is known. */
export const mayBeOwnVoice = (state: TurnState<AgentPhase | Overlapped>): boolean =>
  state.voice.mayBeEcho && (mayHearItself(state) || isOpening(state.phase));
