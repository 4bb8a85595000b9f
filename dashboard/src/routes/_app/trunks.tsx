import { createFileRoute } from '@tanstack/react-router';
import { carriersQuery } from '../../features/carriers/carriers-query.ts';
import { numbersQuery } from '../../features/numbers/numbers-query.ts';
import { TrunksPage } from '../../features/trunks/TrunksPage.tsx';
import { telephonyQuery, trunksQuery } from '../../features/trunks/trunks-query.ts';
import { TrunksSearch } from '../../features/trunks/trunks-search.ts';

export const Route = createFileRoute('/_app/trunks')({
  validateSearch: TrunksSearch,
  loader: ({ context: { queryClient } }) =>
    Promise.all([
      queryClient.ensureQueryData(trunksQuery),
      queryClient.ensureQueryData(numbersQuery),
      queryClient.ensureQueryData(carriersQuery),
      queryClient.ensureQueryData(telephonyQuery),
    ]),
  component: () => <TrunksPage search={Route.useSearch()} />,
});
