import { routes } from '@parley/contract';
import type { FastifyInstance } from 'fastify';
import type { Authentication } from '../../authentication.ts';
import { endpoint } from '../../endpoint.ts';
import type { ApiDependencies } from '../dependencies.ts';
import { createAgentEndpoint } from './create-agent.ts';
import { deleteAgentEndpoint } from './delete-agent.ts';
import { getAgentEndpoint } from './get-agent.ts';
import { listAgentsEndpoint } from './list-agents.ts';
import { updateAgentEndpoint } from './update-agent.ts';
import { getAgentVersionEndpoint, listAgentVersionsEndpoint, restoreAgentVersionEndpoint } from './versions.ts';

export function registerAgents(app: FastifyInstance, authentication: Authentication, api: ApiDependencies): void {
  endpoint(app, authentication, routes.listAgents, listAgentsEndpoint(api));
  endpoint(app, authentication, routes.createAgent, createAgentEndpoint(api));
  endpoint(app, authentication, routes.getAgent, getAgentEndpoint(api));
  endpoint(app, authentication, routes.updateAgent, updateAgentEndpoint(api));
  endpoint(app, authentication, routes.deleteAgent, deleteAgentEndpoint(api));
  endpoint(app, authentication, routes.listAgentVersions, listAgentVersionsEndpoint(api));
  endpoint(app, authentication, routes.getAgentVersion, getAgentVersionEndpoint(api));
  endpoint(app, authentication, routes.restoreAgentVersion, restoreAgentVersionEndpoint(api));
}
