import type { dashboardRoutes } from '@parley/contract';
import { abilitiesFor } from '../../../agents/agent-abilities.ts';
import { noSuchAgent } from '../../../agents/agent-errors.ts';
import { findAgent } from '../../../agents/agents.ts';
import { discardDraft, findDraft, publishDraft, saveDraft } from '../../../agents/drafts.ts';
import { sealSecrets } from '../../../agents/tool-secrets.ts';
import { refuseUnusable } from '../../../agents/usable-settings.ts';
import type { Principal } from '../../../kernel/principal.ts';
import type { EndpointHandler } from '../../endpoint.ts';
import type { AgentPages } from './agent-pages.ts';

type Routes = typeof dashboardRoutes;

async function requireAgent({ db }: AgentPages, { accountId }: Principal, agentId: string): Promise<void> {
  if (!(await findAgent(db, accountId, agentId))) throw noSuchAgent(agentId);
}

export function getAgentDraftEndpoint(pages: AgentPages): EndpointHandler<Routes['getAgentDraft']> {
  return async ({ principal, params }) => {
    await requireAgent(pages, principal, params.agent_id!);
    return { body: { draft: await findDraft(pages.db, principal, params.agent_id!) } };
  };
}

export function saveAgentDraftEndpoint(pages: AgentPages): EndpointHandler<Routes['saveAgentDraft']> {
  return async ({ principal, params, body }) => {
    await requireAgent(pages, principal, params.agent_id!);
    const settings = sealSecrets(body.settings, pages.sealing, principal.accountId);
    return { body: await saveDraft(pages.db, principal, params.agent_id!, { ...body, settings }) };
  };
}

export function deleteAgentDraftEndpoint(pages: AgentPages): EndpointHandler<Routes['deleteAgentDraft']> {
  return async ({ principal, params, body }) => {
    await requireAgent(pages, principal, params.agent_id!);
    await discardDraft(pages.db, principal, params.agent_id!, body.revision);
    return { body: undefined };
  };
}

export function publishAgentDraftEndpoint(pages: AgentPages): EndpointHandler<Routes['publishAgentDraft']> {
  return async ({ principal, params, body }) => {
    const abilities = await abilitiesFor(pages.db, principal.accountId, pages);
    const agent = await publishDraft(pages.db, principal, params.agent_id!, body, (patch, stored) =>
      refuseUnusable(abilities, patch, stored),
    );
    if (!agent) throw noSuchAgent(params.agent_id!);
    return { body: agent };
  };
}
