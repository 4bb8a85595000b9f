import { dashboardRoutes } from '@parley/contract';
import type { FastifyInstance } from 'fastify';
import { checkBatch } from '../../batches/check-batch.ts';
import { importSuppressions } from '../../compliance/import-suppressions.ts';
import { openInbox, readInbox } from '../../webhooks/inbox.ts';
import type { Authentication } from '../authentication.ts';
import { dashboardEndpoint } from '../endpoint.ts';
import type { ApiDependencies } from '../v1/dependencies.ts';
import { withAddress } from '../v1/webhooks.ts';

/** What only the pages of batches, of the suppression list and of webhooks need. */
export function registerBatchPages(app: FastifyInstance, authentication: Authentication, api: ApiDependencies): void {
  dashboardEndpoint(app, authentication, dashboardRoutes.checkBatch, async ({ principal, body }) => ({
    body: await checkBatch(api.db, api.routes, principal.accountId, body),
  }));
  dashboardEndpoint(app, authentication, dashboardRoutes.importSuppressions, async ({ principal, body }) => ({
    body: await importSuppressions(api.db, principal, body),
  }));
  dashboardEndpoint(app, authentication, dashboardRoutes.readInbox, async ({ principal, query }) => {
    const inbox = await readInbox(api.db, principal.accountId, query);
    return { body: { ...inbox, webhook: inbox.webhook && withAddress(api, inbox.webhook) } };
  });
  dashboardEndpoint(app, authentication, dashboardRoutes.openInbox, async ({ principal }) => {
    const { webhook, added } = await openInbox(api.db, principal);
    return { body: withAddress(api, webhook), wasPresent: !added };
  });
}
