import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { SuppressionsPage } from '../../../features/suppressions/SuppressionsPage.tsx';
import { suppressionsQuery } from '../../../features/suppressions/suppressions-query.ts';

export const Route = createFileRoute('/_app/settings/suppressions')({
  validateSearch: z.object({
    search: z.string().optional().catch(undefined),
    page: z.int().min(1).max(1000).optional().catch(undefined),
  }),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(suppressionsQuery(deps)),
  component: Page,
});

function Page() {
  const navigate = Route.useNavigate();
  return (
    <SuppressionsPage
      filters={Route.useSearch()}
      onFilters={(search) => void navigate({ search, replace: true, resetScroll: false })}
    />
  );
}
