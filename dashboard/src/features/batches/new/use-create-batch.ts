import { type CreateBatch, routes } from '@parley/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { v1 } from '../../../api/v1.ts';
import { notifyDone } from '../../../components/notify.tsx';

export function useCreateBatch() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: { body: CreateBatch; idempotencyKey: string }) =>
      v1(routes.createBatch, { body, idempotencyKey }),
    onSuccess: ({ status }) => notifyDone(status === 'scheduled' ? 'The batch is scheduled.' : 'The batch has begun.'),
    onSettled: () => client.invalidateQueries({ queryKey: ['batches'] }),
  });
}
