import type { AgentSettings, TransferCallTool, Variables } from '@parley/contract';
import type { AgentVersions } from '../agents/agent-versions.ts';
import { callSettings } from '../agents/call-settings.ts';
import { neededVariables } from '../agents/needed-variables.ts';
import { render } from '../agents/template.ts';
import type { LegSound } from '../carriers/carrier.ts';
import type { Database } from '../db/index.ts';
import type { Logger } from '../kernel/logger.ts';
import type { MediaHost, MediaSession } from '../media/media.ts';
import type { SharedConnections } from '../providers/shared-connections.ts';
import type { AgentTools } from '../tools/agent-tools.ts';
import type { CallTools } from '../tools/call-tools.ts';
import type { LiveCall } from './call-record.ts';
import { CallVariables } from './call-variables.ts';
import { mediaAgentOf } from './media-agent.ts';
import { ToolUses } from './tool-uses.ts';

export interface CallSetupOptions {
  db: Database;
  agentVersions: AgentVersions;
  media: MediaHost;
  connections: Pick<SharedConnections, 'of'>;
  tools: Pick<AgentTools, 'open' | 'variablesFor'>;
  log: Logger;
  call: LiveCall;
  /** A caller hears that it rings: what follows takes a moment. */
  ring: () => void;
  storeVariables: (found: Variables) => void;
  onWarning: (warning: string) => void;
  /** The call is over: the other side of what is asked for is not waited for. */
  signal: AbortSignal;
}

/** All that a call talks with. */
export interface CallParts {
  session: MediaSession;
  tools: CallTools;
  uses: ToolUses;
  /** What its agent may look up. */
  documentIds: readonly string[];
  /** Where its agent may transfer it to, and how, with the variables so far; null: nowhere. */
  transfer(): TransferCallTool | null;
}

/**
 * Puts together what a call needs, before it is dialled or answered.
 * @param sound the media of its leg
 * @param onTools of the agent, as soon as they are open: they have to be closed, whatever becomes of the rest
 */
export async function setUpCall(
  options: CallSetupOptions,
  { frames, isOverIpv6 = false, expectedRateHz = frames?.sampleRateHz ?? 8000 }: LegSound,
  onTools: (tools: CallTools) => void,
): Promise<CallParts> {
  const { db, call, media } = options;
  const { call_id: callId, account_id: accountId, agent_id: agentId } = call;
  const settings = await callSettings(db, options.agentVersions, call);
  const connections = await options.connections.of(db, accountId, call.providers_stamp);
  const variables = new CallVariables(call, settings, new Date());
  const tools = options.tools.open({ accountId, agentId }, settings);
  onTools(tools);
  // Two seconds at most, for both: no telephone rings yet, and a caller hears ours.
  if (settings.tools.some(({ type }) => type === 'mcp')) options.ring();
  await Promise.all([askForVariables(options, settings, variables), tools.connect()]);
  const { offered } = tools;
  const agent = mediaAgentOf(call, settings, connections, { variables: variables.texts, tools: offered });
  const sound = { frames, isOverIpv6, expectedRateHz };
  const session = await media.open({
    callId,
    accountId,
    agent,
    connections,
    record: settings.recording.enabled,
    ...sound,
  });
  const uses = new ToolUses({
    ...{ tools, settings, variables },
    settle: (id, result) => session.settleTool(id, result),
    onFound: options.storeVariables,
  });
  tools.onChange = (changed) => session.useTools([...changed]);
  if (tools.offered !== offered) session.useTools([...tools.offered]);
  const tool = settings.tools.find((one) => one.type === 'transfer_call');
  const transfer = () =>
    tool ? { ...tool, briefing: tool.briefing && render(tool.briefing, variables.texts, '') } : null;
  return { session, tools, uses, documentIds: settings.knowledge.document_ids, transfer };
}

/** What the account knows of a caller, before the agent speaks; without, where it does not say so in time. */
async function askForVariables(
  { call, tools, log, ring, storeVariables, onWarning, signal }: CallSetupOptions,
  settings: AgentSettings,
  variables: CallVariables,
): Promise<void> {
  const { call_id: callId, account_id: accountId, agent_id: agentId, variables: given } = call;
  const { variables_webhook: webhook } = settings;
  if (webhook === null || call.direction !== 'inbound') return;
  // What the caller hears meanwhile.
  ring();
  const { from_number, recipient_phone } = call;
  const data = { call_id: callId, agent_id: agentId, from_number, recipient_phone };
  try {
    const answer = await tools.variablesFor({ accountId, agentId }, webhook, data, signal);
    // What was given with the call is newer than what is known of the caller.
    const found = variables.take({ ...answer, ...given });
    if (Object.keys(found).length > 0) storeVariables(found);
  } catch (error) {
    const reason = (error as Error).message;
    log.warn({ call_id: callId, reason }, 'a call has no variables of its webhook');
    onWarning(`The variables webhook was of no help: ${reason}`);
  }
  const missing = neededVariables(settings).filter((name) => variables.texts[name] === undefined);
  if (missing.length > 0) onWarning(`These variables have no value: ${missing.join(', ')}.`);
}
