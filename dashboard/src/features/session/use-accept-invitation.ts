import { type AcceptInvitation, dashboardRoutes } from '@parley/contract';
import { useMutation } from '@tanstack/react-query';
import { dashboard } from '../../api/dashboard.ts';
import { browserZone } from '../../format/reader.ts';
import { useEnter } from './use-sign-in.ts';

/** Uses the link, signs in, and keeps the browser's time zone as the user's own. */
export function useAcceptInvitation(
  token: string,
  options: { onSignedIn: () => void; onError: (error: unknown) => void },
) {
  const enter = useEnter(options.onSignedIn);
  return useMutation({
    mutationFn: async (body: AcceptInvitation) => {
      const session = await dashboard(dashboardRoutes.acceptInvitation, { params: { token }, body });
      if (session.user.timezone !== null) return session;
      return dashboard(dashboardRoutes.updateProfile, { body: { timezone: browserZone } }).catch(() => session);
    },
    onSuccess: enter,
    onError: options.onError,
  });
}
