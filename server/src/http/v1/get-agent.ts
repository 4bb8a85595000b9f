import type { routes } from '@parley/contract';
import { findAgent } from '../../agents/agents.ts';
import { RequestError } from '../../kernel/request-error.ts';
import type { EndpointHandler } from '../endpoint.ts';
import type { ApiDependencies } from './dependencies.ts';

export function noSuchAgent(agentId: string): RequestError {
  return new RequestError('not_found', `There is no agent ${agentId}. GET /v1/agents lists yours.`, {
    param: 'agent_id',
  });
}

export function getAgentEndpoint(api: ApiDependencies): EndpointHandler<typeof routes.getAgent> {
  return async ({ principal, params }) => {
    const agent = await findAgent(api.db, principal.accountId, params.agent_id!);
    if (!agent) throw noSuchAgent(params.agent_id!);
    return { body: agent };
  };
}
