import { type CreatedKey, type CreateKey, routes } from '@parley/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { v1 } from '../../api/v1.ts';

export function useCreateKey(done: { onCreated: (key: CreatedKey) => void; onError: (error: unknown) => void }) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: CreateKey) => v1(routes.createKey, { body }),
    onSuccess: done.onCreated,
    onError: done.onError,
    onSettled: () => client.invalidateQueries({ queryKey: ['keys'] }),
  });
}
