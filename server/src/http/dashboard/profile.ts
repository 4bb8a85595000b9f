import type { dashboardRoutes } from '@parley/contract';
import { changePassword, requirePassword } from '../../accounts/change-password.ts';
import { beginTotp, confirmTotp, disableTotp, makeRecoveryCodes } from '../../accounts/second-factor.ts';
import { changeProfile } from '../../accounts/session-view.ts';
import type { EndpointHandler } from '../endpoint.ts';
import type { DashboardDependencies } from './dashboard-dependencies.ts';
import { sessionOf } from './sign-in.ts';
import { signedInUser } from './signed-in-user.ts';

type Routes = typeof dashboardRoutes;

export function updateProfileEndpoint(dashboard: DashboardDependencies): EndpointHandler<Routes['updateProfile']> {
  return async ({ principal, body }) => {
    const user = signedInUser(principal);
    await dashboard.db.transaction((tx) => changeProfile(tx, principal, user.userId, body));
    return { body: await sessionOf(dashboard, user) };
  };
}

export function changePasswordEndpoint(dashboard: DashboardDependencies): EndpointHandler<Routes['changePassword']> {
  return async ({ principal, body }) => {
    await changePassword(dashboard, principal, signedInUser(principal), body);
    return { body: undefined };
  };
}

export function beginTotpEndpoint(dashboard: DashboardDependencies): EndpointHandler<Routes['beginTotp']> {
  return async ({ principal, body }) => {
    const user = signedInUser(principal);
    await requirePassword(dashboard, user, body.password, 'password');
    return { body: await dashboard.db.transaction((tx) => beginTotp(tx, principal, dashboard.sealing, user.userId)) };
  };
}

export function confirmTotpEndpoint({ db, sealing }: DashboardDependencies): EndpointHandler<Routes['confirmTotp']> {
  return async ({ principal, body }) => {
    const { userId } = signedInUser(principal);
    const codes = await db.transaction((tx) => confirmTotp(tx, principal, sealing, { userId, code: body.code }));
    return { body: { recovery_codes: codes } };
  };
}

export function disableTotpEndpoint(dashboard: DashboardDependencies): EndpointHandler<Routes['disableTotp']> {
  return async ({ principal, body }) => {
    const user = signedInUser(principal);
    await requirePassword(dashboard, user, body.password, 'password');
    await dashboard.db.transaction((tx) => disableTotp(tx, principal, user.userId));
    return { body: undefined };
  };
}

export function makeRecoveryCodesEndpoint(
  dashboard: DashboardDependencies,
): EndpointHandler<Routes['makeRecoveryCodes']> {
  return async ({ principal, body }) => {
    const user = signedInUser(principal);
    await requirePassword(dashboard, user, body.password, 'password');
    const codes = await dashboard.db.transaction((tx) => makeRecoveryCodes(tx, principal, user.userId));
    return { body: { recovery_codes: codes } };
  };
}
