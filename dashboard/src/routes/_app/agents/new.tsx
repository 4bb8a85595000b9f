import { createFileRoute } from '@tanstack/react-router';
import { modelsQuery } from '../../../features/agents/models-query.ts';
import { NewAgentPage } from '../../../features/agents/new/NewAgentPage.tsx';
import { templatesQuery } from '../../../features/agents/new/templates-query.ts';

export const Route = createFileRoute('/_app/agents/new')({
  loader: ({ context: { queryClient } }) =>
    Promise.all([queryClient.ensureQueryData(templatesQuery), queryClient.ensureQueryData(modelsQuery)]),
  component: NewAgentPage,
});
