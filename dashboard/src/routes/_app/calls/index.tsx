import { createFileRoute } from '@tanstack/react-router';
import { CallsPage } from '../../../features/calls/CallsPage.tsx';
import { CallsSearch } from '../../../features/calls/call-filters.ts';
import { callsQuery } from '../../../features/calls/call-queries.ts';

export const Route = createFileRoute('/_app/calls/')({
  validateSearch: CallsSearch,
  loaderDeps: ({ search }) => search,
  // Not waited for: filters and what was seen stay while the list is read.
  loader: ({ context, deps }) => void context.queryClient.prefetchInfiniteQuery(callsQuery(deps)),
  component: () => <CallsPage search={Route.useSearch()} />,
});
