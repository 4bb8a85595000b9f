import { createFileRoute } from '@tanstack/react-router';
import { agentsQuery } from '../../features/agents/agents-query.ts';
import { documentsQuery } from '../../features/knowledge/documents-query.ts';
import { KnowledgePage } from '../../features/knowledge/KnowledgePage.tsx';
import { KnowledgeSearch } from '../../features/knowledge/knowledge-search.ts';

export const Route = createFileRoute('/_app/knowledge')({
  validateSearch: KnowledgeSearch,
  loader: ({ context: { queryClient } }) =>
    Promise.all([queryClient.ensureQueryData(documentsQuery), queryClient.ensureQueryData(agentsQuery)]),
  component: () => <KnowledgePage search={Route.useSearch()} />,
});
