import type { dashboardRoutes } from '@parley/contract';
import { listAudit } from '../../audit/read-audit.ts';
import type { EndpointHandler } from '../endpoint.ts';
import type { DashboardDependencies } from './dashboard-dependencies.ts';

type Routes = typeof dashboardRoutes;

export function listAuditEndpoint({ db }: DashboardDependencies): EndpointHandler<Routes['listAudit']> {
  return async ({ principal, query }) => ({ body: await listAudit(db, principal.accountId, query) });
}
