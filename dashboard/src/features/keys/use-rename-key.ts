import { type ChangeKey, routes } from '@parley/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { v1 } from '../../api/v1.ts';
import { notifyDone } from '../../components/notify.tsx';

export function useRenameKey(keyId: string, done: { onRenamed: () => void; onError: (error: unknown) => void }) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: ChangeKey) => v1(routes.updateKey, { params: { key_id: keyId }, body }),
    onSuccess: () => {
      notifyDone('The key is renamed.');
      done.onRenamed();
    },
    onError: done.onError,
    onSettled: () => client.invalidateQueries({ queryKey: ['keys'] }),
  });
}
