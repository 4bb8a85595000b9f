import { BatchStatus } from '@parley/contract';
import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { BatchesPage } from '../../../features/batches/BatchesPage.tsx';
import { batchesQuery } from '../../../features/batches/batch-queries.ts';

export const Route = createFileRoute('/_app/batches/')({
  validateSearch: z.object({
    status: BatchStatus.optional().catch(undefined),
    page: z.int().min(1).max(1000).optional().catch(undefined),
  }),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(batchesQuery(deps)),
  component: () => <BatchesPage filters={Route.useSearch()} />,
});
