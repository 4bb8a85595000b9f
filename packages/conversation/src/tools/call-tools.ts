import type { ToolCall, ToolDefinition } from '../provider/language-model.ts';

/** Every agent can hang up. */
export const END_CALL: ToolDefinition = {
  name: 'end_call',
  description:
    'Ends the call once everything you say in this message has been heard. Say goodbye in the same message. Use it when the conversation is over or the caller says goodbye.',
  parameters: {
    type: 'object',
    properties: {
      outcome: {
        type: 'string',
        description: 'In a word or two, how the call went, e.g. "success" or "not interested".',
      },
    },
  },
};

/** What a tool call means for the call itself. */
export type CallAction =
  | { type: 'end_call'; outcome: string | null }
  | { type: 'transfer'; to: string }
  | { type: 'send_dtmf'; digits: string }
  /** One of the agent's own tools. */
  | { type: 'run' }
  /** Cannot be done; the model is told why. */
  | { type: 'refuse'; reason: string };

/** RFC 4733 digits; "w" is a pause, as on modems. */
const DTMF_DIGITS = /^[0-9A-D*#w,]{1,64}$/i;

/** Reads a call of the model, who may have made up its name or its arguments. */
export function readToolCall(call: ToolCall, allowed: readonly ToolDefinition[]): CallAction {
  if (call.name === END_CALL.name) return { type: 'end_call', outcome: textOf(call.arguments.outcome) };
  if (!allowed.some(({ name }) => name === call.name))
    return { type: 'refuse', reason: `There is no tool "${call.name}".` };
  if (call.name === 'transfer') return readTransfer(call);
  if (call.name === 'send_dtmf') return readSendDtmf(call);
  return { type: 'run' };
}

function readTransfer(call: ToolCall): CallAction {
  const to = textOf(call.arguments.to);
  return to ? { type: 'transfer', to } : { type: 'refuse', reason: '"to" is missing.' };
}

function readSendDtmf(call: ToolCall): CallAction {
  const digits = textOf(call.arguments.digits)?.replace(/[\s-]/g, '') ?? '';
  return DTMF_DIGITS.test(digits)
    ? { type: 'send_dtmf', digits }
    : { type: 'refuse', reason: '"digits" must be 1 to 64 of 0-9, A-D, * and #.' };
}

function textOf(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}
