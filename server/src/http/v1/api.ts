import { routes } from '@parley/contract';
import type { FastifyInstance } from 'fastify';
import type { ConfiguredProviders } from '../../agents/provider-choice.ts';
import type { CarrierRouting } from '../../carriers/carrier.ts';
import type { Database } from '../../db/index.ts';
import type { RecordingLinks } from '../../recordings/links.ts';
import type { Authentication } from '../authentication.ts';
import { endpoint } from '../endpoint.ts';
import { getAgentEndpoint } from './get-agent.ts';
import { getCallEndpoint } from './get-call.ts';
import { listAgentsEndpoint } from './list-agents.ts';
import { listCallsEndpoint } from './list-calls.ts';
import { placeCallEndpoint } from './place-call.ts';
import { updateAgentEndpoint } from './update-agent.ts';

/** What the endpoints work with. */
export interface ApiSurroundings {
  db: Database;
  routing: CarrierRouting;
  links: RecordingLinks;
  providers: ConfiguredProviders;
  wakeDispatcher(): void;
  publicUrl(): string;
}

export function registerApi(app: FastifyInstance, authentication: Authentication, api: ApiSurroundings): void {
  endpoint(app, authentication, routes.placeCall, placeCallEndpoint(api));
  endpoint(app, authentication, routes.listCalls, listCallsEndpoint(api));
  endpoint(app, authentication, routes.getCall, getCallEndpoint(api));
  endpoint(app, authentication, routes.listAgents, listAgentsEndpoint(api));
  endpoint(app, authentication, routes.getAgent, getAgentEndpoint(api));
  endpoint(app, authentication, routes.updateAgent, updateAgentEndpoint(api));
}
