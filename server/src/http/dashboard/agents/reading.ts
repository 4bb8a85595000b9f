import type { dashboardRoutes } from '@parley/contract';
import { abilitiesFor } from '../../../agents/agent-abilities.ts';
import { agentActivity } from '../../../agents/agent-activity.ts';
import { noSuchAgent } from '../../../agents/agent-errors.ts';
import { agentImpact } from '../../../agents/agent-impact.ts';
import { findAgent } from '../../../agents/agents.ts';
import { askedVariables } from '../../../agents/asked-variables.ts';
import { problemsOf } from '../../../agents/check-agent.ts';
import { agentTemplates } from '../../../agents/templates/agent-templates.ts';
import { connectionsDigest } from '../../../kernel/provider-connection.ts';
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

export function listAgentTemplatesEndpoint({ db, offers }: AgentPages): EndpointHandler<Routes['listAgentTemplates']> {
  return async ({ principal }) => {
    const { default: model } = await offers.models(db, principal.accountId);
    const data = agentTemplates(model);
    return { body: { data, total: data.length } };
  };
}

export function listVoicesEndpoint({ db, offers }: AgentPages): EndpointHandler<Routes['listVoices']> {
  return async ({ principal }) => ({ body: await offers.voices(db, principal.accountId) });
}

export function listModelsEndpoint({ db, offers }: AgentPages): EndpointHandler<Routes['listModels']> {
  return async ({ principal }) => ({ body: await offers.models(db, principal.accountId) });
}

export function listProviderOutagesEndpoint(pages: AgentPages): EndpointHandler<Routes['listProviderOutages']> {
  const { db, connections, outages } = pages;
  return async ({ principal }) => {
    const failing = outages.of(connectionsDigest(await connections.of(db, principal.accountId)));
    const data = failing.map(({ role, name, failures, message, failedAtMs, openUntilMs }) => ({
      ability: abilityOf[role],
      ...{ name, failures, message },
      failed_at: unixSeconds(failedAtMs),
      passed_over_until: openUntilMs === null ? null : unixSeconds(openUntilMs),
    }));
    return { body: { data, total: data.length } };
  };
}

const abilityOf = { stt: 'transcriber', llm: 'model', tts: 'voice' } as const;
const unixSeconds = (timeMs: number) => Math.floor(timeMs / 1000);

export function checkAgentEndpoint(pages: AgentPages): EndpointHandler<Routes['checkAgent']> {
  return async ({ principal, body: { settings, variables } }) => {
    const abilities = await abilitiesFor(pages.db, principal.accountId, pages);
    return { body: { problems: problemsOf(abilities, settings), variables: askedVariables(settings, variables) } };
  };
}
