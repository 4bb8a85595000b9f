import type { routes } from '@parley/contract';
import { abilitiesFor } from '../../../agents/agent-abilities.ts';
import { noSuchAgent } from '../../../agents/agent-errors.ts';
import { restoreVersion } from '../../../agents/restore-version.ts';
import { refuseUnusable } from '../../../agents/usable-settings.ts';
import { listVersions, versionOf } from '../../../agents/version-history.ts';
import type { EndpointHandler } from '../../endpoint.ts';
import type { ApiDependencies } from '../dependencies.ts';

export function listAgentVersionsEndpoint(api: ApiDependencies): EndpointHandler<typeof routes.listAgentVersions> {
  return async ({ principal, params }) => {
    const versions = await listVersions(api.db, principal.accountId, params.agent_id!);
    if (versions.length === 0) throw noSuchAgent(params.agent_id!);
    return { body: { data: versions, total: versions.length } };
  };
}

export function getAgentVersionEndpoint(api: ApiDependencies): EndpointHandler<typeof routes.getAgentVersion> {
  return async ({ principal, params }) => ({
    body: await versionOf(api.db, principal.accountId, params.agent_id!, params.version!),
  });
}

export function restoreAgentVersionEndpoint(api: ApiDependencies): EndpointHandler<typeof routes.restoreAgentVersion> {
  return async ({ principal, params }) => {
    const agentId = params.agent_id!;
    const { version, settings } = await versionOf(api.db, principal.accountId, agentId, params.version!);
    const abilities = await abilitiesFor(api.db, principal.accountId, api);
    const agent = await restoreVersion(api.db, principal, agentId, { version, settings }, (patch, stored) =>
      refuseUnusable(abilities, patch, stored),
    );
    if (!agent) throw noSuchAgent(agentId);
    return { body: agent };
  };
}
