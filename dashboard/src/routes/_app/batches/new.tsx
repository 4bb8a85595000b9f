import { createFileRoute } from '@tanstack/react-router';
import { agentChoicesQuery } from '../../../features/batches/batch-queries.ts';
import { NewBatchPage } from '../../../features/batches/new/NewBatchPage.tsx';

export const Route = createFileRoute('/_app/batches/new')({
  loader: ({ context }) => void context.queryClient.prefetchQuery(agentChoicesQuery),
  component: NewBatchPage,
});
