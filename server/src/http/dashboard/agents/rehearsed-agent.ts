import type { AgentSettings, Variables } from '@parley/contract';
import { CallVariables } from '../../../calls/call-variables.ts';
import { foundPassages } from '../../../calls/found-passages.ts';
import { mediaAgentOf } from '../../../calls/media-agent.ts';
import { takeFound } from '../../../calls/take-found.ts';
import type { RehearsalEvent, RehearsalHost, RehearsedMessage } from '../../../media/rehearsal.ts';
import type { ToolOwner } from '../../../tools/agent-tools.ts';
import type { AgentPages } from './agent-pages.ts';
import { imaginedCall } from './imagined-call.ts';

export interface RehearsedAgentOptions {
  owner: ToolOwner;
  /** With their secrets, sealed. */
  settings: AgentSettings;
  variables: Variables;
}

/** An agent without a call, for one reply: its tools ask whom they ask in a call, and its documents are searched. */
export async function* rehearsedEvents(
  pages: AgentPages,
  { owner, settings, variables: given }: RehearsedAgentOptions,
  messages: RehearsedMessage[],
): AsyncGenerator<RehearsalEvent> {
  const { db, agentTools, connections: known, knowledge, rehearsal } = pages;
  const call = { ...imaginedCall, variables: given };
  const variables = new CallVariables(call, settings, new Date());
  const tools = agentTools.open(owner, settings);
  const host: RehearsalHost = {
    async useTool({ name, ...use }) {
      const outcome = await tools.use(name, { ...use, variables: variables.texts });
      const { result, found } = takeFound({ settings, variables }, outcome);
      return { ...result, found };
    },
    search: (question) =>
      foundPassages(knowledge, { accountId: owner.accountId, documentIds: settings.knowledge.document_ids }, question),
  };
  try {
    const [connections] = await Promise.all([known.of(db, owner.accountId), tools.connect()]);
    const agent = mediaAgentOf(call, settings, connections, { variables: variables.texts, tools: tools.offered });
    for await (const event of rehearsal.reply({ agent, connections }, messages, host)) {
      yield event.type === 'end' ? { ...event, warnings: [...tools.warnings, ...event.warnings] } : event;
    }
  } finally {
    await tools.close();
  }
}
