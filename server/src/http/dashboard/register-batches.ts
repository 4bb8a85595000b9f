import { dashboardRoutes } from '@parley/contract';
import type { FastifyInstance } from 'fastify';
import { endingsOf } from '../../batches/batch-endings.ts';
import { readBatch } from '../../batches/batches.ts';
import { checkBatch } from '../../batches/check-batch.ts';
import { importSuppressions } from '../../compliance/import-suppressions.ts';
import { openInbox, readInbox } from '../../webhooks/inbox.ts';
import type { Authentication } from '../authentication.ts';
import { dashboardEndpoint } from '../endpoint.ts';
import { noSuchBatch } from '../v1/batches.ts';
import type { ApiDependencies } from '../v1/dependencies.ts';
import { withAddress } from '../v1/webhooks.ts';

/** What only the pages of batches, of the suppression list and of webhooks need. */
export function registerBatchPages(app: FastifyInstance, authentication: Authentication, api: ApiDependencies): void {
  dashboardEndpoint(app, authentication, dashboardRoutes.checkBatch, async ({ principal, body }) => ({
    body: await checkBatch(api.db, api.routes, principal.accountId, body),
  }));
  dashboardEndpoint(app, authentication, dashboardRoutes.listBatchEndings, async ({ principal, params }) => {
    const batch = await readBatch(api.db, principal.accountId, params.batch_id!);
    if (!batch) throw noSuchBatch(params.batch_id!);
    return { body: { data: await endingsOf(api.db, batch.batch_id) } };
  });
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
