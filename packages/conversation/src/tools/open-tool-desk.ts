import type { ConversationOptions } from '../conversation.ts';
import type { CallRecord } from '../record/call-record.ts';
import { ToolDesk } from './tool-desk.ts';

/** The desk of a call, which tells of its work by the events of the conversation. */
export const openToolDesk = (
  { agent, runTool, onEvent }: Pick<ConversationOptions, 'agent' | 'runTool' | 'onEvent'>,
  record: CallRecord,
): ToolDesk =>
  new ToolDesk({
    definitions: agent.tools,
    runTool: runTool ?? null,
    clock: record.clock,
    onTransfer: (to) => onEvent({ type: 'transfer', to }),
    onDtmf: (digits) => onEvent({ type: 'send_dtmf', digits }),
    onStart: (started) => onEvent({ type: 'tool_started', ...started }),
    onTurn: (turn) => record.addTurn(turn),
  });
