import { type ChangeUser, routes } from '@parley/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { v1 } from '../../api/v1.ts';
import { notifyDone, notifyFailed } from '../../components/notify.tsx';

interface Change extends ChangeUser {
  userId: string;
  /** What is said when it is done. */
  done: string;
}

export function useChangeUser() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ userId, done: _, ...body }: Change) => v1(routes.updateUser, { params: { user_id: userId }, body }),
    onSuccess: (_, { done }) => notifyDone(done),
    onError: notifyFailed,
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['users'] }),
        // It may have been the own role.
        client.invalidateQueries({ queryKey: ['session'] }),
      ]),
  });
}
