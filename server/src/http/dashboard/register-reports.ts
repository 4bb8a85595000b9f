import { dashboardRoutes } from '@parley/contract';
import type { FastifyInstance } from 'fastify';
import type { CallFigures } from '../../analytics/call-figures.ts';
import { readAnalytics } from '../../analytics/read-analytics.ts';
import { readHome } from '../../analytics/read-home.ts';
import { changeRetention, readRetention } from '../../retention/retention-settings.ts';
import type { Authentication } from '../authentication.ts';
import { dashboardEndpoint } from '../endpoint.ts';
import type { ApiDependencies } from '../v1/dependencies.ts';

/** The first page, the figures, and how long things are kept. */
export function registerReports(
  app: FastifyInstance,
  authentication: Authentication,
  { db, links, figures }: Pick<ApiDependencies, 'db' | 'links'> & { figures: CallFigures },
): void {
  dashboardEndpoint(app, authentication, dashboardRoutes.getAnalytics, async ({ principal, query }) => {
    await figures.catchUp();
    return { body: await readAnalytics(db, principal.accountId, query) };
  });
  dashboardEndpoint(app, authentication, dashboardRoutes.getHome, async ({ principal, query }) => {
    await figures.catchUp();
    return { body: await readHome(db, links, principal.accountId, query.time_zone ?? 'UTC') };
  });
  dashboardEndpoint(app, authentication, dashboardRoutes.getRetention, async ({ principal }) => ({
    body: await readRetention(db, principal.accountId),
  }));
  dashboardEndpoint(app, authentication, dashboardRoutes.updateRetention, async ({ principal, body }) => ({
    body: await changeRetention(db, principal, body),
  }));
}
