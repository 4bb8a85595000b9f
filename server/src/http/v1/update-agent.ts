import type { routes } from '@parley/contract';
import { findAgent, updateAgent } from '../../agents/agents.ts';
import { refuseUnknownProviders } from '../../agents/provider-choice.ts';
import { refuseBrokenScript } from '../../agents/script-check.ts';
import type { EndpointHandler } from '../endpoint.ts';
import type { ApiDependencies } from './dependencies.ts';
import { noSuchAgent } from './get-agent.ts';

export function updateAgentEndpoint(api: ApiDependencies): EndpointHandler<typeof routes.updateAgent> {
  return async ({ principal, params, body }) => {
    const agentId = params.agent_id!;
    // Existence comes before the rules of business: 404 before 422.
    const stored = await findAgent(api.db, principal.accountId, agentId);
    if (!stored) throw noSuchAgent(agentId);
    refuseUnknownProviders(body, api.providers);
    refuseBrokenScript(body, stored, api.checkScript);
    const agent = await updateAgent(api.db, principal, agentId, body);
    if (!agent) throw noSuchAgent(agentId);
    return { body: agent };
  };
}
