import type { routes } from '@parley/contract';
import { noSuchAgent } from '../../../agents/agent-errors.ts';
import { deleteAgent } from '../../../agents/delete-agent.ts';
import type { EndpointHandler } from '../../endpoint.ts';
import type { ApiDependencies } from '../dependencies.ts';

export function deleteAgentEndpoint(api: ApiDependencies): EndpointHandler<typeof routes.deleteAgent> {
  return async ({ principal, params }) => {
    const deleted = await deleteAgent(api.db, principal, params.agent_id!);
    if (!deleted) throw noSuchAgent(params.agent_id!);
    return { body: undefined };
  };
}
