import type { routes } from '@parley/contract';
import { abilitiesFor } from '../../../agents/agent-abilities.ts';
import { findAgent } from '../../../agents/agents.ts';
import { createAgent } from '../../../agents/change-agent.ts';
import { sealSecrets } from '../../../agents/tool-secrets.ts';
import { refuseUnusable } from '../../../agents/usable-settings.ts';
import type { EndpointHandler } from '../../endpoint.ts';
import type { ApiDependencies } from '../dependencies.ts';

export function createAgentEndpoint(api: ApiDependencies): EndpointHandler<typeof routes.createAgent> {
  return async ({ principal, body }) => {
    refuseUnusable(await abilitiesFor(api.db, principal.accountId, api), body, null);
    const agent = await api.db.transaction(async (tx) => {
      const agentId = await createAgent(tx, principal, sealSecrets(body, api.sealing, principal.accountId));
      return (await findAgent(tx, principal.accountId, agentId))!;
    });
    return { body: agent, headers: { location: `${api.publicUrl()}/v1/agents/${agent.agent_id}` } };
  };
}
