import type { routes } from '@parley/contract';
import { noSuchAgent } from '../../../agents/agent-errors.ts';
import { findAgent } from '../../../agents/agents.ts';
import type { EndpointHandler } from '../../endpoint.ts';
import type { ApiDependencies } from '../dependencies.ts';

export function getAgentEndpoint(api: ApiDependencies): EndpointHandler<typeof routes.getAgent> {
  return async ({ principal, params }) => {
    const agent = await findAgent(api.db, principal.accountId, params.agent_id!);
    if (!agent) throw noSuchAgent(params.agent_id!);
    return { body: agent };
  };
}
