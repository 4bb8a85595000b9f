import type { FastifyInstance } from 'fastify';
import type { SingleSignOnPolicy } from '../../accounts/single-sign-on.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { DashboardDependencies } from './dashboard-dependencies.ts';
import { Oidc, type OidcOptions } from './oidc.ts';
import { registerSingleSignOn, SINGLE_SIGN_ON_BACK } from './register-single-sign-on.ts';

export type SingleSignOnConfig = Omit<OidcOptions, 'redirectUrl'> & SingleSignOnPolicy;

/** Single sign-on, where it is configured. */
export function startSingleSignOn(
  app: FastifyInstance,
  dashboard: DashboardDependencies,
  config: SingleSignOnConfig | undefined,
  log: Logger,
): void {
  if (!config) return;
  const { issuer, clientId, clientSecret, role, domains } = config;
  const redirectUrl = () => `${dashboard.publicUrl()}${SINGLE_SIGN_ON_BACK}`;
  const oidc = new Oidc({ issuer, clientId, clientSecret, redirectUrl });
  registerSingleSignOn(app, { dashboard, oidc, policy: { role, domains }, log });
}
