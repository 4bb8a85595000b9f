import { createFileRoute } from '@tanstack/react-router';
import { AnalyticsPage } from '../../features/analytics/AnalyticsPage.tsx';
import { analyticsQuery } from '../../features/analytics/analytics-query.ts';
import { AnalyticsSearch } from '../../features/analytics/analytics-search.ts';

export const Route = createFileRoute('/_app/analytics')({
  validateSearch: AnalyticsSearch,
  loaderDeps: ({ search }) => search,
  // Not waited for: the filters stay while the figures are read.
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(analyticsQuery(deps)),
  component: () => <AnalyticsPage search={Route.useSearch()} />,
});
