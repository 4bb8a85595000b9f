import type { TranscriptTurn } from '@parley/contract';
import { isHold, isTakeOver } from './take-over-turn.ts';

/** Tools that every agent has; those of the account's own have the names that it gave them. */
const builtIn = new Map([
  ['end_call', 'The agent ends the call'],
  ['send_dtmf', 'The agent presses keys'],
  ['transfer_call', 'The agent transfers the call'],
  ['search_knowledge', 'Looked it up in the documents'],
]);
/** The same when they failed. */
const failed = new Map([
  ['send_dtmf', 'The keys could not be pressed'],
  ['transfer_call', 'The call could not be transferred'],
  ['search_knowledge', 'The documents could not be searched'],
]);

/** The same while they have no result. */
const running = new Map([
  ['transfer_call', 'The agent transfers the call …'],
  ['search_knowledge', 'Looks it up in the documents …'],
]);

/** A tool that the agent uses now, in words. */
export const runningToolWords = (name: string): string => running.get(name) ?? `${name} is being used …`;

/** The use of a tool, in words. */
export function toolWords({ name, error = false }: { name: string; error?: boolean | undefined }): string {
  if (error) return failed.get(name) ?? `${name} failed`;
  return builtIn.get(name) ?? `${name} was used`;
}

/** A turn of a tool, in a conversation that a person follows. */
export function toolTurnWords(turn: TranscriptTurn): string {
  if (isTakeOver(turn)) return 'A colleague talked, then gave the call back';
  if (isHold(turn)) return 'A colleague put the person on hold';
  return turn.tool ? toolWords(turn.tool) : 'A tool was used';
}

/** An argument as people read it. */
export function argumentWords(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return JSON.stringify(value);
}

/** JSON line by line, anything else as it is. */
export function resultText(result: string): string {
  try {
    const value: unknown = JSON.parse(result);
    return typeof value === 'object' ? JSON.stringify(value, null, 2) : result;
  } catch {
    return result;
  }
}
