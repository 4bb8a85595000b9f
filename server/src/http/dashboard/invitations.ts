import type { dashboardRoutes } from '@parley/contract';
import { acceptInvitation, noSuchLink } from '../../accounts/accept-invitation.ts';
import { findLink } from '../../accounts/user-links.ts';
import { unixSeconds } from '../../kernel/unix-seconds.ts';
import type { EndpointHandler } from '../endpoint.ts';
import type { DashboardDependencies } from './dashboard-dependencies.ts';
import { loginOrigin, signedInResponse } from './sign-in.ts';

export function getInvitationEndpoint({
  db,
}: DashboardDependencies): EndpointHandler<typeof dashboardRoutes.getInvitation> {
  return async ({ params }) => {
    const link = await findLink(db, params.token!);
    if (!link) throw noSuchLink();
    return {
      body: {
        purpose: link.purpose,
        email: link.email,
        name: link.name,
        role: link.role,
        account_name: link.account_name,
        needs_code: link.totp_confirmed,
        expires_at: unixSeconds(link.expires_at),
      },
      headers: { 'cache-control': 'no-store' },
    };
  };
}

export function acceptInvitationEndpoint(
  dashboard: DashboardDependencies,
): EndpointHandler<typeof dashboardRoutes.acceptInvitation> {
  return async ({ params, body, asking }) => {
    const signedIn = await acceptInvitation(dashboard, params.token!, body, loginOrigin(asking));
    return signedInResponse(dashboard, signedIn, asking);
  };
}
