import type { dashboardRoutes } from '@parley/contract';
import { agentActivity } from '../../../agents/agent-activity.ts';
import { noSuchAgent } from '../../../agents/agent-errors.ts';
import { agentImpact } from '../../../agents/agent-impact.ts';
import { findAgent } from '../../../agents/agents.ts';
import { askedVariables } from '../../../agents/asked-variables.ts';
import { problemsOf } from '../../../agents/check-agent.ts';
import { agentTemplates } from '../../../agents/templates/agent-templates.ts';
import { listVoices } from '../../../agents/voices.ts';
import type { EndpointHandler } from '../../endpoint.ts';
import type { AgentPages } from './agent-pages.ts';

type Routes = typeof dashboardRoutes;

export function listAgentActivityEndpoint({ db }: AgentPages): EndpointHandler<Routes['listAgentActivity']> {
  return async ({ principal }) => ({ body: await agentActivity(db, principal) });
}

export function getAgentImpactEndpoint({ db }: AgentPages): EndpointHandler<Routes['getAgentImpact']> {
  return async ({ principal, params }) => {
    const agent = await findAgent(db, principal.accountId, params.agent_id!);
    if (!agent) throw noSuchAgent(params.agent_id!);
    return { body: await agentImpact(db, principal, params.agent_id!) };
  };
}

export function listAgentTemplatesEndpoint({ models }: AgentPages): EndpointHandler<Routes['listAgentTemplates']> {
  return async () => {
    const { default: model } = await models.list();
    const data = agentTemplates(model);
    return { body: { data, total: data.length } };
  };
}

export function listVoicesEndpoint(): EndpointHandler<Routes['listVoices']> {
  return async () => ({ body: listVoices() });
}

export function listModelsEndpoint({ models }: AgentPages): EndpointHandler<Routes['listModels']> {
  return async () => ({ body: await models.list() });
}

export function checkAgentEndpoint(pages: AgentPages): EndpointHandler<Routes['checkAgent']> {
  return async ({ body: { settings, variables } }) => ({
    body: { problems: problemsOf(pages, settings), variables: askedVariables(settings, variables) },
  });
}
