import type { routes } from '@parley/contract';
import { abilitiesFor } from '../../../agents/agent-abilities.ts';
import { noSuchAgent } from '../../../agents/agent-errors.ts';
import { findAgent } from '../../../agents/agents.ts';
import { updateAgent } from '../../../agents/change-agent.ts';
import { sealSecrets } from '../../../agents/tool-secrets.ts';
import { refuseUnusable } from '../../../agents/usable-settings.ts';
import type { EndpointHandler } from '../../endpoint.ts';
import type { ApiDependencies } from '../dependencies.ts';

export function updateAgentEndpoint(api: ApiDependencies): EndpointHandler<typeof routes.updateAgent> {
  return async ({ principal, params, body }) => {
    const agentId = params.agent_id!;
    // Existence comes before the rules of business: 404 before 422.
    const stored = await findAgent(api.db, principal.accountId, agentId);
    if (!stored) throw noSuchAgent(agentId);
    refuseUnusable(await abilitiesFor(api.db, principal.accountId, api), body, stored);
    const patch = sealSecrets(body, api.sealing, principal.accountId);
    const agent = await updateAgent(api.db, principal, agentId, patch);
    if (!agent) throw noSuchAgent(agentId);
    return { body: agent };
  };
}
