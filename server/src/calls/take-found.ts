import type { AgentSettings, Variables } from '@parley/contract';
import type { MediaToolResult } from '../media/media.ts';
import type { ToolOutcome } from '../tools/tool-source.ts';
import type { CallVariables } from './call-variables.ts';
import { promptOf } from './media-agent.ts';

/** What a tool has found becomes variables of the call, and these are in the agent's prompt from then on. */
export function takeFound(
  { settings, variables }: { settings: AgentSettings; variables: CallVariables },
  { text, isError, variables: returned = {} }: ToolOutcome,
): { result: MediaToolResult; found: Variables } {
  const found = variables.take(returned);
  const isNew = Object.keys(found).length > 0;
  return { result: { text, isError, ...(isNew && { prompt: promptOf(settings, variables.texts) }) }, found };
}
