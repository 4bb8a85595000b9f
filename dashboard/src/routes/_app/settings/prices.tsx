import { createFileRoute } from '@tanstack/react-router';
import { PricesPage } from '../../../features/prices/PricesPage.tsx';
import { pricesQuery } from '../../../features/prices/prices-query.ts';

export const Route = createFileRoute('/_app/settings/prices')({
  // Who may not see them is told by the page.
  loader: ({ context }) => context.queryClient.prefetchQuery(pricesQuery),
  component: PricesPage,
});
