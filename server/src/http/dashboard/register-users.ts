import { dashboardRoutes } from '@parley/contract';
import type { FastifyInstance } from 'fastify';
import type { Authentication } from '../authentication.ts';
import { dashboardEndpoint } from '../endpoint.ts';
import { getAccountEndpoint, getUsageEndpoint, updateAccountEndpoint } from './account.ts';
import { exportAuditEndpoint, listAuditEndpoint } from './audit.ts';
import type { DashboardDependencies } from './dashboard-dependencies.ts';
import { acceptInvitationEndpoint, getInvitationEndpoint } from './invitations.ts';
import {
  beginTotpEndpoint,
  changePasswordEndpoint,
  confirmTotpEndpoint,
  disableTotpEndpoint,
  makeRecoveryCodesEndpoint,
  updateProfileEndpoint,
} from './profile.ts';
import { endOtherSessionsEndpoint, endSessionEndpoint, listSessionsEndpoint } from './sessions.ts';
import { getSessionEndpoint, loginEndpoint, loginOptionsEndpoint, logoutEndpoint } from './sign-in.ts';

/** Users, their sessions, their account, and what they changed. */
export function registerUsers(
  app: FastifyInstance,
  authentication: Authentication,
  dashboard: DashboardDependencies,
): void {
  dashboardEndpoint(app, authentication, dashboardRoutes.getLoginOptions, loginOptionsEndpoint(dashboard));
  dashboardEndpoint(app, authentication, dashboardRoutes.login, loginEndpoint(dashboard));
  dashboardEndpoint(app, authentication, dashboardRoutes.logout, logoutEndpoint(dashboard));
  dashboardEndpoint(app, authentication, dashboardRoutes.getSession, getSessionEndpoint(dashboard));
  dashboardEndpoint(app, authentication, dashboardRoutes.getInvitation, getInvitationEndpoint(dashboard));
  dashboardEndpoint(app, authentication, dashboardRoutes.acceptInvitation, acceptInvitationEndpoint(dashboard));
  dashboardEndpoint(app, authentication, dashboardRoutes.updateProfile, updateProfileEndpoint(dashboard));
  dashboardEndpoint(app, authentication, dashboardRoutes.changePassword, changePasswordEndpoint(dashboard));
  dashboardEndpoint(app, authentication, dashboardRoutes.beginTotp, beginTotpEndpoint(dashboard));
  dashboardEndpoint(app, authentication, dashboardRoutes.confirmTotp, confirmTotpEndpoint(dashboard));
  dashboardEndpoint(app, authentication, dashboardRoutes.disableTotp, disableTotpEndpoint(dashboard));
  dashboardEndpoint(app, authentication, dashboardRoutes.makeRecoveryCodes, makeRecoveryCodesEndpoint(dashboard));
  dashboardEndpoint(app, authentication, dashboardRoutes.listSessions, listSessionsEndpoint(dashboard));
  dashboardEndpoint(app, authentication, dashboardRoutes.endOtherSessions, endOtherSessionsEndpoint(dashboard));
  dashboardEndpoint(app, authentication, dashboardRoutes.endSession, endSessionEndpoint(dashboard));
  dashboardEndpoint(app, authentication, dashboardRoutes.getAccount, getAccountEndpoint(dashboard));
  dashboardEndpoint(app, authentication, dashboardRoutes.updateAccount, updateAccountEndpoint(dashboard));
  dashboardEndpoint(app, authentication, dashboardRoutes.getUsage, getUsageEndpoint(dashboard));
  dashboardEndpoint(app, authentication, dashboardRoutes.listAudit, listAuditEndpoint(dashboard));
  dashboardEndpoint(app, authentication, dashboardRoutes.exportAudit, exportAuditEndpoint(dashboard));
}
