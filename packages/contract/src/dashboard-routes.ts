import { Account, ChangeAccount, Usage } from './account.ts';
import { agentDashboardRoutes } from './agent-dashboard-routes.ts';
import { Analytics, AnalyticsQuery } from './analytics.ts';
import { AuditPage, ExportAudit, ListAudit } from './audit.ts';
import { batchDashboardRoutes } from './batch-dashboard-routes.ts';
import { Home, HomeQuery } from './home.ts';
import type { Permission } from './permission.ts';
import { Retention, RetentionPatch } from './retention.ts';
import { Empty, type Route } from './routes.ts';
import {
  AcceptInvitation,
  ChangePassword,
  ChangeProfile,
  ConfirmPassword,
  ConfirmTotp,
  Invitation,
  Login,
  LoginOptions,
  RecoveryCodes,
  Session,
  SessionList,
  TotpSecret,
} from './session.ts';
import { Telephony } from './telephony.ts';
import { webhookDashboardRoutes } from './webhook-dashboard-routes.ts';

/**
 * An endpoint below `/dashboard/api`: what only people need who use the dashboard. It is not part of the versioned
 * interface and may change with the dashboard, which is always served by the same process.
 */
export interface DashboardRoute extends Omit<Route, 'permission' | 'method' | 'success' | 'errors'> {
  method: Route['method'] | 'PUT';
  /** `signed-in`: every user may, whatever the role, and no key; `public`: without a login, too. */
  permission: Permission | 'signed-in' | 'public';
  errors: readonly Route['errors'][number][];
  /** `media`: the response is no JSON document but of this type, written as it comes. */
  success: Route['success'] | { status: 200; media: string };
}

export const dashboardRoutes = {
  getLoginOptions: {
    method: 'GET',
    path: '/login',
    summary: 'How one can sign in',
    permission: 'public',
    success: { status: 200, body: LoginOptions },
    errors: [],
  },
  login: {
    method: 'POST',
    path: '/login',
    summary: 'Sign in',
    permission: 'public',
    body: Login,
    success: { status: 200, body: Session },
    errors: ['unauthorized'],
  },
  logout: {
    method: 'POST',
    path: '/logout',
    summary: 'Sign out',
    permission: 'signed-in',
    body: Empty,
    bodyOptional: true,
    success: { status: 204 },
    errors: [],
  },
  getSession: {
    method: 'GET',
    path: '/session',
    summary: 'Who is signed in',
    permission: 'signed-in',
    success: { status: 200, body: Session },
    errors: [],
  },
  getInvitation: {
    method: 'GET',
    path: '/invitations/{token}',
    summary: 'What a link is for',
    permission: 'public',
    success: { status: 200, body: Invitation },
    errors: ['not_found'],
  },
  acceptInvitation: {
    method: 'POST',
    path: '/invitations/{token}',
    summary: 'Use a link, and sign in',
    permission: 'public',
    body: AcceptInvitation,
    success: { status: 200, body: Session },
    errors: ['unauthorized', 'not_found', 'conflict'],
  },
  updateProfile: {
    method: 'PATCH',
    path: '/profile',
    summary: 'Change what one is called, and language and time zone',
    permission: 'signed-in',
    body: ChangeProfile,
    success: { status: 200, body: Session },
    errors: [],
  },
  changePassword: {
    method: 'POST',
    path: '/password',
    summary: 'Change the password; every other session ends',
    permission: 'signed-in',
    body: ChangePassword,
    success: { status: 204 },
    errors: ['unprocessable'],
  },
  beginTotp: {
    method: 'POST',
    path: '/totp',
    summary: 'Make a secret for an authenticator app',
    permission: 'signed-in',
    body: ConfirmPassword,
    success: { status: 201, body: TotpSecret },
    errors: ['unprocessable'],
  },
  confirmTotp: {
    method: 'POST',
    path: '/totp/confirm',
    summary: 'Ask for codes from now on',
    permission: 'signed-in',
    body: ConfirmTotp,
    success: { status: 200, body: RecoveryCodes },
    errors: ['unprocessable'],
  },
  disableTotp: {
    method: 'POST',
    path: '/totp/disable',
    summary: 'Ask for codes no more',
    permission: 'signed-in',
    body: ConfirmPassword,
    success: { status: 204 },
    errors: ['unprocessable'],
  },
  makeRecoveryCodes: {
    method: 'POST',
    path: '/totp/recovery-codes',
    summary: 'Make new recovery codes; the old ones are void',
    permission: 'signed-in',
    body: ConfirmPassword,
    success: { status: 200, body: RecoveryCodes },
    errors: ['unprocessable'],
  },
  listSessions: {
    method: 'GET',
    path: '/sessions',
    summary: 'Where one is signed in',
    permission: 'signed-in',
    success: { status: 200, body: SessionList },
    errors: [],
  },
  endOtherSessions: {
    method: 'DELETE',
    path: '/sessions',
    summary: 'Sign out everywhere else',
    permission: 'signed-in',
    body: Empty,
    bodyOptional: true,
    success: { status: 204 },
    errors: [],
  },
  endSession: {
    method: 'DELETE',
    path: '/sessions/{session_id}',
    summary: 'Sign out there',
    permission: 'signed-in',
    body: Empty,
    bodyOptional: true,
    success: { status: 204 },
    errors: ['not_found'],
  },
  getAccount: {
    method: 'GET',
    path: '/account',
    summary: 'The account',
    permission: 'signed-in',
    success: { status: 200, body: Account },
    errors: [],
  },
  updateAccount: {
    method: 'PATCH',
    path: '/account',
    summary: 'Change the account',
    permission: 'account:write',
    body: ChangeAccount,
    success: { status: 200, body: Account },
    errors: [],
  },
  getUsage: {
    method: 'GET',
    path: '/usage',
    summary: 'Limits of the plan, and what is in use of them',
    permission: 'signed-in',
    success: { status: 200, body: Usage },
    errors: [],
  },
  listAudit: {
    method: 'GET',
    path: '/audit',
    summary: 'Who changed what, newest first',
    permission: 'users:write',
    query: ListAudit,
    success: { status: 200, body: AuditPage },
    errors: [],
  },
  exportAudit: {
    method: 'GET',
    path: '/audit/export',
    summary: 'The audit log as a file',
    permission: 'users:write',
    query: ExportAudit,
    success: { status: 200, media: 'text/csv or application/json' },
    errors: [],
  },
  getAnalytics: {
    method: 'GET',
    path: '/analytics',
    summary: 'Figures of calls that are over',
    permission: 'calls:read',
    query: AnalyticsQuery,
    success: { status: 200, body: Analytics },
    errors: [],
  },
  getHome: {
    method: 'GET',
    path: '/home',
    summary: 'What the first page shows',
    permission: 'calls:read',
    query: HomeQuery,
    success: { status: 200, body: Home },
    errors: [],
  },
  getRetention: {
    method: 'GET',
    path: '/account/retention',
    summary: 'How long recordings and transcripts are kept',
    permission: 'account:write',
    success: { status: 200, body: Retention },
    errors: [],
  },
  updateRetention: {
    method: 'PATCH',
    path: '/account/retention',
    summary: 'Change how long recordings and transcripts are kept',
    permission: 'account:write',
    body: RetentionPatch,
    success: { status: 200, body: Retention },
    errors: [],
  },
  ...agentDashboardRoutes,
  ...batchDashboardRoutes,
  ...webhookDashboardRoutes,
  getTelephony: {
    method: 'GET',
    path: '/telephony',
    summary: 'Our address, and the trunk of the operator',
    permission: 'numbers:read',
    success: { status: 200, body: Telephony },
    errors: [],
  },
} as const satisfies Record<string, DashboardRoute>;
