import type { TranscriptTurn } from '@parley/contract';
import { isTakeOver } from './take-over-turn.ts';

/** Tools that every agent has; those of the account's own have the names that it gave them. */
const builtIn = new Map([
  ['end_call', 'The agent ends the call'],
  ['send_dtmf', 'The agent presses keys'],
]);

/** The use of a tool, in a conversation that a person follows. */
export function toolWords(turn: TranscriptTurn): string {
  if (isTakeOver(turn)) return 'A colleague talked, and gave back';
  const name = turn.tool?.name;
  return name === undefined ? 'A tool was used' : (builtIn.get(name) ?? `${name} was used`);
}
