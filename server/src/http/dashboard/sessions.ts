import type { dashboardRoutes } from '@parley/contract';
import { endSession, endSessions, listSessions } from '../../accounts/sessions.ts';
import { audit } from '../../audit/audit.ts';
import { RequestError } from '../../kernel/request-error.ts';
import type { EndpointHandler } from '../endpoint.ts';
import type { DashboardDependencies } from './dashboard-dependencies.ts';
import { signedInUser } from './signed-in-user.ts';

type Routes = typeof dashboardRoutes;

export function listSessionsEndpoint({ db }: DashboardDependencies): EndpointHandler<Routes['listSessions']> {
  return async ({ principal }) => {
    const { userId, sessionId } = signedInUser(principal);
    const sessions = await listSessions(db, userId, sessionId);
    return { body: { data: sessions, total: sessions.length } };
  };
}

export function endOtherSessionsEndpoint({ db }: DashboardDependencies): EndpointHandler<Routes['endOtherSessions']> {
  return async ({ principal }) => {
    const { userId, sessionId } = signedInUser(principal);
    await db.transaction(async (tx) => {
      const ended = await endSessions(tx, userId, sessionId);
      if (ended === 0) return;
      await audit(tx, principal, { action: 'user.sessions_ended', target: userId, after: { ended_sessions: ended } });
    });
    return { body: undefined };
  };
}

export function endSessionEndpoint({ db }: DashboardDependencies): EndpointHandler<Routes['endSession']> {
  return async ({ principal, params }) => {
    const { userId } = signedInUser(principal);
    const sessionId = params.session_id!;
    await db.transaction(async (tx) => {
      if (!(await endSession(tx, userId, sessionId))) {
        throw new RequestError('not_found', `You have no session ${sessionId}.`, { param: 'session_id' });
      }
      await audit(tx, principal, { action: 'user.session_ended', target: sessionId });
    });
    return { body: undefined };
  };
}
