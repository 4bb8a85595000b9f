import type { ToolCall, ToolDefinition } from '../provider/language-model.ts';
import { argumentsProblem } from './check-arguments.ts';
import { readKeys } from './key-presses.ts';

/** Every agent can hang up. */
export const END_CALL: ToolDefinition = {
  name: 'end_call',
  description:
    'Ends the call once everything you say in this message has been heard. Say goodbye in the same message, or in `farewell`. Use it when the conversation is over or the caller says goodbye.',
  parameters: {
    type: 'object',
    properties: {
      outcome: {
        type: 'string',
        description: 'In a word or two, how the call went, e.g. "success" or "not interested".',
      },
      farewell: { type: 'string', description: 'Said before the call ends, when this message says nothing else.' },
    },
  },
};

/** The name of the tool that hands the call over. Its `destination` is one of a list. */
export const TRANSFER_CALL = 'transfer_call';

/** What a tool call means for the call itself. */
export type CallAction =
  | { type: 'end_call'; outcome: string | null }
  | { type: 'transfer'; to: string }
  | { type: 'send_dtmf'; digits: string }
  /** One of the agent's own tools. */
  | { type: 'run' }
  /** Cannot be done; the reason is reported to the model. */
  | { type: 'refuse'; reason: string };

/** Reads a call of the model, who may have made up its name or its arguments. */
export function readToolCall(call: ToolCall, allowed: readonly ToolDefinition[]): CallAction {
  if (call.name === END_CALL.name) return { type: 'end_call', outcome: textOf(call.arguments.outcome) };
  if (!allowed.some(({ name }) => name === call.name))
    return { type: 'refuse', reason: `There is no tool "${call.name}".` };
  if (call.malformed !== undefined) return { type: 'refuse', reason: 'The arguments are not a JSON object.' };
  if (call.name === TRANSFER_CALL) return readTransfer(call, allowed);
  if (call.name === 'send_dtmf') return readSendDtmf(call);
  return readOwn(call, allowed);
}

/** What is to be said before the call ends, when the model has said nothing; empty when that is nothing either. */
export function farewellOf(calls: readonly ToolCall[]): string {
  return textOf(calls.find(({ name }) => name === END_CALL.name)?.arguments.farewell) ?? '';
}

function readOwn(call: ToolCall, allowed: readonly ToolDefinition[]): CallAction {
  const { parameters } = allowed.find(({ name }) => name === call.name)!;
  const problem = argumentsProblem(call.arguments, parameters);
  return problem === null ? { type: 'run' } : { type: 'refuse', reason: `${problem}.` };
}

function readTransfer(call: ToolCall, allowed: readonly ToolDefinition[]): CallAction {
  const own = readOwn(call, allowed);
  if (own.type === 'refuse') return own;
  const to = textOf(call.arguments.destination);
  return to ? { type: 'transfer', to } : { type: 'refuse', reason: '"destination" is missing.' };
}

function readSendDtmf(call: ToolCall): CallAction {
  const digits = readKeys(textOf(call.arguments.digits) ?? '');
  if (digits !== null) return { type: 'send_dtmf', digits };
  const reason = '"digits" must be 1 to 64 of 0-9, A-D, * and #; "w" pauses for half a second, "W" for one.';
  return { type: 'refuse', reason };
}

function textOf(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}
