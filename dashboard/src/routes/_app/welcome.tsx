import { createFileRoute } from '@tanstack/react-router';
import { agentsQuery } from '../../features/calls/agent-names.ts';
import { FirstMinutePage } from '../../features/first-minute/FirstMinutePage.tsx';

export const Route = createFileRoute('/_app/welcome')({
  loader: ({ context }) => context.queryClient.ensureQueryData(agentsQuery),
  component: FirstMinutePage,
});
