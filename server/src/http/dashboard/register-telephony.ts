import { dashboardRoutes, type Telephony } from '@parley/contract';
import type { FastifyInstance } from 'fastify';
import type { Authentication } from '../authentication.ts';
import { dashboardEndpoint } from '../endpoint.ts';

/** What the page of trunks tells of the installation itself. */
export function registerTelephony(app: FastifyInstance, authentication: Authentication, telephony: Telephony): void {
  dashboardEndpoint(app, authentication, dashboardRoutes.getTelephony, async () => ({ body: telephony }));
}
