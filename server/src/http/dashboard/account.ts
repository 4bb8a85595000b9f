import type { dashboardRoutes } from '@parley/contract';
import { accountOf, changeAccount } from '../../accounts/account-settings.ts';
import { usageOf } from '../../accounts/usage.ts';
import type { EndpointHandler } from '../endpoint.ts';
import type { DashboardDependencies } from './dashboard-dependencies.ts';

type Routes = typeof dashboardRoutes;

export function getAccountEndpoint({ db }: DashboardDependencies): EndpointHandler<Routes['getAccount']> {
  return async ({ principal }) => ({ body: await accountOf(db, principal.accountId) });
}

export function updateAccountEndpoint({ db }: DashboardDependencies): EndpointHandler<Routes['updateAccount']> {
  return async ({ principal, body }) => ({
    body: await db.transaction((tx) => changeAccount(tx, principal, body)),
  });
}

export function getUsageEndpoint({ db }: DashboardDependencies): EndpointHandler<Routes['getUsage']> {
  return async ({ principal }) => ({ body: await usageOf(db, principal.accountId) });
}
