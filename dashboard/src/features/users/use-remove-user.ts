import { routes } from '@parley/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { v1 } from '../../api/v1.ts';
import { notifyDone, notifyFailed } from '../../components/notify.tsx';

export function useRemoveUser() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (user_id: string) => v1(routes.removeUser, { params: { user_id } }),
    onSuccess: () => notifyDone('The user is removed.'),
    onError: notifyFailed,
    onSettled: () => client.invalidateQueries({ queryKey: ['users'] }),
  });
}
