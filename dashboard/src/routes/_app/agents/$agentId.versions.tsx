import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { agentQuery } from '../../../features/agents/agent-query.ts';
import { VersionsPage } from '../../../features/agents/versions/VersionsPage.tsx';
import { agentVersionsQuery } from '../../../features/agents/versions/versions-query.ts';

export const Route = createFileRoute('/_app/agents/$agentId/versions')({
  validateSearch: z.object({
    version: z.int().min(1).optional().catch(undefined),
    against: z.enum(['before', 'now']).optional().catch(undefined),
  }),
  loader: ({ context: { queryClient }, params: { agentId } }) =>
    Promise.all([
      queryClient.ensureQueryData(agentQuery(agentId)),
      queryClient.ensureQueryData(agentVersionsQuery(agentId)),
    ]),
  component: Versions,
});

function Versions() {
  const { agentId } = Route.useParams();
  const { version, against = 'before' } = Route.useSearch();
  return <VersionsPage agentId={agentId} version={version} against={against} />;
}
