import { createFileRoute, Outlet, redirect } from '@tanstack/react-router';
import { isApiError } from '../api/api-error.ts';
import { LiveEvents } from '../features/events/LiveEvents.tsx';
import { OfflineNotice } from '../features/events/OfflineNotice.tsx';
import { sessionQuery } from '../features/session/session-query.ts';
import { writeFor } from '../format/reader.ts';
import { Shell } from '../shell/Shell.tsx';

export const Route = createFileRoute('/_app')({
  beforeLoad: async ({ context, location }) => {
    try {
      const { user, account } = await context.queryClient.ensureQueryData(sessionQuery);
      writeFor({ language: user.language ?? account.language, timeZone: user.timezone ?? account.timezone });
    } catch (error) {
      if (!isApiError(error, 'unauthorized')) throw error;
      throw redirect({ to: '/login', search: { next: location.href }, replace: true });
    }
  },
  component: SignedIn,
});

function SignedIn() {
  return (
    <LiveEvents>
      <Shell>
        <Outlet />
      </Shell>
      <OfflineNotice />
    </LiveEvents>
  );
}
