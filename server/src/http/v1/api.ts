import { routes } from '@parley/contract';
import type { FastifyInstance } from 'fastify';
import type { Authentication } from '../authentication.ts';
import { endpoint } from '../endpoint.ts';
import { getAgentEndpoint } from './get-agent.ts';
import { getCallEndpoint } from './get-call.ts';
import { listAgentsEndpoint } from './list-agents.ts';
import { listCallsEndpoint } from './list-calls.ts';
import { placeCallEndpoint } from './place-call.ts';
import type { ApiSurroundings } from './surroundings.ts';
import { updateAgentEndpoint } from './update-agent.ts';

export function registerApi(app: FastifyInstance, authentication: Authentication, api: ApiSurroundings): void {
  endpoint(app, authentication, routes.placeCall, placeCallEndpoint(api));
  endpoint(app, authentication, routes.listCalls, listCallsEndpoint(api));
  endpoint(app, authentication, routes.getCall, getCallEndpoint(api));
  endpoint(app, authentication, routes.listAgents, listAgentsEndpoint(api));
  endpoint(app, authentication, routes.getAgent, getAgentEndpoint(api));
  endpoint(app, authentication, routes.updateAgent, updateAgentEndpoint(api));
}
