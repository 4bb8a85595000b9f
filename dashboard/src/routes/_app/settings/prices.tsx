import { createFileRoute } from '@tanstack/react-router';
import { PricesPage } from '../../../features/prices/PricesPage.tsx';
import { pricesQuery } from '../../../features/prices/prices-query.ts';
import { PricesSearch } from '../../../features/prices/prices-search.ts';

export const Route = createFileRoute('/_app/settings/prices')({
  validateSearch: PricesSearch,
  // The page shows an error to a user who may not see them.
  loader: ({ context }) => context.queryClient.prefetchQuery(pricesQuery),
  component: Prices,
});

function Prices() {
  const navigate = Route.useNavigate();
  return <PricesPage search={Route.useSearch()} onSearch={(search) => void navigate({ search, replace: true })} />;
}
