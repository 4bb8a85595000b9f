import { createFileRoute } from '@tanstack/react-router';
import { SessionsPage } from '../../../features/sessions/SessionsPage.tsx';
import { sessionsQuery } from '../../../features/sessions/sessions-query.ts';

export const Route = createFileRoute('/_app/settings/sessions')({
  loader: ({ context }) => context.queryClient.ensureQueryData(sessionsQuery),
  component: SessionsPage,
});
