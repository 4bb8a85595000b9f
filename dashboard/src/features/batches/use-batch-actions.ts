import { type Batch, type RetryBatch, routes } from '@parley/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { v1 } from '../../api/v1.ts';
import { notifyDone, notifyFailed } from '../../components/notify.tsx';
import { batchQuery } from './batch-queries.ts';

/** What changes a batch at once, and shows what it has become. */
function useBatchAction(
  route: typeof routes.pauseBatch | typeof routes.resumeBatch | typeof routes.cancelBatch,
  done: string,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (batch_id: string) => v1(route as typeof routes.pauseBatch, { params: { batch_id } }),
    onSuccess: (batch: Batch) => {
      client.setQueryData(batchQuery(batch.batch_id).queryKey, batch);
      notifyDone(done);
    },
    onError: notifyFailed,
    // Not waited for: what the batch has become is shown already, and the next action may follow.
    onSettled: () => void client.invalidateQueries({ queryKey: ['batches'] }),
  });
}

export const usePauseBatch = () =>
  useBatchAction(routes.pauseBatch, 'The batch is paused. Calls that have begun go on to their end.');
export const useResumeBatch = () => useBatchAction(routes.resumeBatch, 'The batch goes on.');
export const useCancelBatch = () => useBatchAction(routes.cancelBatch, 'The batch is canceled.');

/** The new batch. */
export function useRetryBatch(batch_id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: { body: RetryBatch; idempotencyKey: string }) =>
      v1(routes.retryBatch, { params: { batch_id }, body, idempotencyKey }),
    onSuccess: ({ total }) => notifyDone(`A new batch calls ${total} again.`),
    onSettled: () => client.invalidateQueries({ queryKey: ['batches'] }),
  });
}
