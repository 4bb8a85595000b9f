import { createFileRoute } from '@tanstack/react-router';
import { agentsQuery } from '../../features/calls/agent-names.ts';
import { carriersQuery } from '../../features/carriers/carriers-query.ts';
import { NumbersPage } from '../../features/numbers/NumbersPage.tsx';
import { numbersQuery } from '../../features/numbers/numbers-query.ts';
import { trunksQuery } from '../../features/trunks/trunks-query.ts';

export const Route = createFileRoute('/_app/numbers')({
  loader: ({ context: { queryClient } }) =>
    Promise.all([
      queryClient.ensureQueryData(numbersQuery),
      queryClient.ensureQueryData(agentsQuery),
      queryClient.ensureQueryData(trunksQuery),
      queryClient.ensureQueryData(carriersQuery),
    ]),
  component: NumbersPage,
});
