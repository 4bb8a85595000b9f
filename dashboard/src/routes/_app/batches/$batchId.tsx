import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { BatchPage } from '../../../features/batches/BatchPage.tsx';
import { batchQuery } from '../../../features/batches/batch-queries.ts';

export const Route = createFileRoute('/_app/batches/$batchId')({
  validateSearch: z.object({ page: z.int().min(1).max(1000).optional().catch(undefined) }),
  loader: ({ context, params }) => context.queryClient.ensureQueryData(batchQuery(params.batchId)),
  component: Page,
});

function Page() {
  const { batchId } = Route.useParams();
  const { page = 1 } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <BatchPage
      batchId={batchId}
      page={page}
      onPage={(next) => void navigate({ search: { page: next }, resetScroll: false })}
    />
  );
}
