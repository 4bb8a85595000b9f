import type { dashboardRoutes, Session } from '@parley/contract';
import { hasAnyOwner } from '../../accounts/first-owner.ts';
import { type LoginOrigin, type SignedIn, signIn } from '../../accounts/login.ts';
import { sessionView } from '../../accounts/session-view.ts';
import { endSession } from '../../accounts/sessions.ts';
import { audit } from '../../audit/audit.ts';
import type { Asking } from '../asking.ts';
import { deviceCookie, deviceCookieOf, endedSessionCookies, sessionCookie, sessionTokenOf } from '../cookies.ts';
import type { EndpointHandler } from '../endpoint.ts';
import type { DashboardDependencies } from './dashboard-dependencies.ts';
import { signedInUser } from './signed-in-user.ts';

export function loginOrigin({ headers, address, client, isSecure }: Asking): LoginOrigin {
  return {
    agent: headers['user-agent'] ?? '',
    address,
    client,
    sessionToken: sessionTokenOf(headers.cookie, isSecure),
    deviceCookie: deviceCookieOf(headers.cookie),
  };
}

export function signedInCookies(signedIn: SignedIn, { isSecure }: Asking): string[] {
  return [sessionCookie(signedIn.token, signedIn.lastsS, isSecure), deviceCookie(signedIn.deviceCookie, isSecure)];
}

export async function sessionOf(
  dashboard: DashboardDependencies,
  user: { userId: string; sessionId: string },
): Promise<Session> {
  const session = await sessionView(dashboard.db, user);
  return { ...session, simulated: dashboard.isSimulated(session.account.account_id) };
}

/** Answers with the session, and gives the browser its cookies. */
export async function signedInResponse(dashboard: DashboardDependencies, signedIn: SignedIn, request: Asking) {
  return {
    body: await sessionOf(dashboard, signedIn),
    headers: { 'set-cookie': signedInCookies(signedIn, request) },
  };
}

export function loginOptionsEndpoint(
  dashboard: DashboardDependencies,
): EndpointHandler<typeof dashboardRoutes.getLoginOptions> {
  return async () => ({
    body: { single_sign_on: dashboard.singleSignOn, needs_owner: !(await hasAnyOwner(dashboard.db)) },
  });
}

export function loginEndpoint(dashboard: DashboardDependencies): EndpointHandler<typeof dashboardRoutes.login> {
  return async ({ body, asking }) => {
    const signedIn = await signIn(dashboard, body, loginOrigin(asking));
    return signedInResponse(dashboard, signedIn, asking);
  };
}

export function logoutEndpoint({ db }: DashboardDependencies): EndpointHandler<typeof dashboardRoutes.logout> {
  return async ({ principal, asking }) => {
    const { userId, sessionId } = signedInUser(principal);
    await db.transaction(async (tx) => {
      await endSession(tx, userId, sessionId);
      await audit(tx, principal, { action: 'user.signed_out', target: userId });
    });
    return { body: undefined, headers: { 'set-cookie': endedSessionCookies(asking.isSecure) } };
  };
}

export function getSessionEndpoint(
  dashboard: DashboardDependencies,
): EndpointHandler<typeof dashboardRoutes.getSession> {
  return async ({ principal }) => ({ body: await sessionOf(dashboard, signedInUser(principal)) });
}
