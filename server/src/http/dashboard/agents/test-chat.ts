import type { AgentSettings, dashboardRoutes, TestChat, TestChatEvent } from '@parley/contract';
import { abilitiesFor } from '../../../agents/agent-abilities.ts';
import { noSuchAgent } from '../../../agents/agent-errors.ts';
import { asChosen } from '../../../agents/agent-language.ts';
import { newSettings } from '../../../agents/agent-settings.ts';
import { findAgent } from '../../../agents/agents.ts';
import { keptSecretsOf } from '../../../agents/drafts.ts';
import { neededVariables, refuseMissing } from '../../../agents/needed-variables.ts';
import { sealSecrets } from '../../../agents/tool-secrets.ts';
import { refuseUnusable } from '../../../agents/usable-settings.ts';
import { refuseDocumentsBeside } from '../../../documents/known-documents.ts';
import { limitKeyOf, type Principal } from '../../../kernel/principal.ts';
import type { RehearsalEvent } from '../../../media/rehearsal.ts';
import type { EndpointHandler } from '../../endpoint.ts';
import { RateLimiter } from '../../rate-limiter.ts';
import type { AgentPages } from './agent-pages.ts';
import { rehearsedEvents } from './rehearsed-agent.ts';

/** Of each user: each costs a language model, and what its tools ask. */
const REPLIES_A_MINUTE = 60;

/** What is tried, with the secrets that it was given, or that the agent has. */
async function triedSettings(
  pages: AgentPages,
  principal: Principal,
  { agent_id: agentId, settings: given, variables = {} }: TestChat,
): Promise<AgentSettings> {
  const { db, sealing } = pages;
  if (agentId !== undefined && !(await findAgent(db, principal.accountId, agentId))) throw noSuchAgent(agentId);
  const abilities = await abilitiesFor(db, principal.accountId, pages);
  refuseUnusable(abilities, asChosen(given), null);
  refuseDocumentsBeside(abilities.documentIds, given.knowledge);
  const kept = agentId === undefined ? [] : await keptSecretsOf(db, principal, agentId);
  const settings = newSettings(sealSecrets(given, sealing, principal.accountId), ...kept);
  refuseMissing(neededVariables(settings), variables, 'variables');
  return settings;
}

/** Lines of JSON, as the words come. */
export function testChatEndpoint(pages: AgentPages): EndpointHandler<(typeof dashboardRoutes)['testChat']> {
  const replies = new RateLimiter(REPLIES_A_MINUTE);
  return async ({ principal, body }) => {
    const settings = await triedSettings(pages, principal, body);
    replies.count(limitKeyOf(principal));
    const owner = { accountId: principal.accountId, agentId: body.agent_id ?? '' };
    const events = rehearsedEvents(pages, { owner, settings, variables: body.variables ?? {} }, body.messages);
    return { stream: { type: 'application/x-ndjson', chunks: lines(events) } };
  };
}

async function* lines(events: AsyncIterable<RehearsalEvent>): AsyncGenerator<string> {
  try {
    for await (const event of events) yield `${JSON.stringify(shown(event))}\n`;
  } catch (error) {
    yield `${JSON.stringify({ type: 'error', message: (error as Error).message } satisfies TestChatEvent)}\n`;
  }
}

function shown(event: RehearsalEvent): TestChatEvent {
  switch (event.type) {
    case 'text':
    case 'tool_call':
      return event;
    case 'sources':
      return {
        type: 'sources',
        sources: event.sources.map(({ documentId, ...source }) => ({ document_id: documentId, ...source })),
      };
    case 'tool_result': {
      const { type, id, result, isError, isImagined, durationMs, found } = event;
      return { type, id, result, error: isError, imagined: isImagined, duration_ms: durationMs, variables: found };
    }
    case 'end': {
      const { type, end, warnings } = event;
      return {
        ...{ type, over: end !== null, warnings },
        outcome: end?.type === 'hangup' ? end.outcome : null,
        transferred_to: end?.type === 'transfer' ? end.to : null,
      };
    }
  }
}
