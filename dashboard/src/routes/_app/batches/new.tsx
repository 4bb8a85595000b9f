import { createFileRoute } from '@tanstack/react-router';
import { NewBatchPage } from '../../../features/batches/new/NewBatchPage.tsx';
import { agentsQuery } from '../../../features/calls/agent-names.ts';

export const Route = createFileRoute('/_app/batches/new')({
  loader: ({ context }) => void context.queryClient.prefetchQuery(agentsQuery),
  component: NewBatchPage,
});
