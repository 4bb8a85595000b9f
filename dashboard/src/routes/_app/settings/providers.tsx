import { createFileRoute } from '@tanstack/react-router';
import { agentsQuery } from '../../../features/agents/agents-query.ts';
import { modelsQuery } from '../../../features/agents/models-query.ts';
import { voicesQuery } from '../../../features/agents/voices-query.ts';
import { ProvidersPage } from '../../../features/providers/ProvidersPage.tsx';
import { providersQuery } from '../../../features/providers/providers-query.ts';
import { ProvidersSearch } from '../../../features/providers/providers-search.ts';

export const Route = createFileRoute('/_app/settings/providers')({
  validateSearch: ProvidersSearch,
  loader: async ({ context: { queryClient } }) => {
    // Vendors are asked for these, which takes as long as they like.
    void queryClient.prefetchQuery(voicesQuery);
    void queryClient.prefetchQuery(modelsQuery);
    await Promise.all([queryClient.ensureQueryData(providersQuery), queryClient.ensureQueryData(agentsQuery)]);
  },
  component: () => <ProvidersPage search={Route.useSearch()} />,
});
