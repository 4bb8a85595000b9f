import type { routes } from '@parley/contract';
import { listAgents } from '../../../agents/agents.ts';
import type { EndpointHandler } from '../../endpoint.ts';
import type { ApiDependencies } from '../dependencies.ts';

export function listAgentsEndpoint(api: ApiDependencies): EndpointHandler<typeof routes.listAgents> {
  return async ({ principal }) => {
    const agents = await listAgents(api.db, principal.accountId);
    return { body: { data: agents, total: agents.length } };
  };
}
