import { createFileRoute } from '@tanstack/react-router';
import { agentsQuery } from '../../../features/agents/agents-query.ts';
import { AgentsPage } from '../../../features/agents/list/AgentsPage.tsx';

export const Route = createFileRoute('/_app/agents/')({
  loader: ({ context }) => context.queryClient.ensureQueryData(agentsQuery),
  component: AgentsPage,
});
