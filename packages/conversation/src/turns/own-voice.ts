import { isOpening, type Overlapped } from './phase.ts';
import type { TurnState } from './turn-state.ts';

/** Only words tell the agent's own voice from another one, on a line that has sent it back, or of which nothing is known. */
export function mayBeOwnVoice({ phase, voice, line }: TurnState<Overlapped>): boolean {
  return voice.mayBeEcho && (line.echoSuspected || line.echoProvenMs !== null || isOpening(phase));
}
