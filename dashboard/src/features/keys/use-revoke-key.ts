import { routes } from '@parley/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { v1 } from '../../api/v1.ts';
import { notifyDone, notifyFailed } from '../../components/notify.tsx';

export function useRevokeKey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (key_id: string) => v1(routes.revokeKey, { params: { key_id } }),
    onSuccess: () => notifyDone('The key is revoked.'),
    onError: notifyFailed,
    onSettled: () => client.invalidateQueries({ queryKey: ['keys'] }),
  });
}
