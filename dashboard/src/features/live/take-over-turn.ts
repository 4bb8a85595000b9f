import type { TranscriptTurn } from '@parley/contract';

/** The turn represents the time in which a colleague talked with the person in place of the agent. */
export function isTakeOver({ tool }: TranscriptTurn): boolean {
  return tool?.name === 'take_over';
}

/** The turn represents the time in which the person was on hold at the live desk. */
export function isHold({ tool }: TranscriptTurn): boolean {
  return tool?.name === 'put_on_hold';
}
