import { createFileRoute, Outlet, redirect } from '@tanstack/react-router';
import { isApiError } from '../api/api-error.ts';
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
    <Shell>
      <Outlet />
    </Shell>
  );
}
