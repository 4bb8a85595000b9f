import { type InvitedUser, type InviteUser, routes } from '@parley/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { v1 } from '../../api/v1.ts';

export function useInviteUser(done: { onInvited: (user: InvitedUser) => void; onError: (error: unknown) => void }) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: InviteUser) => v1(routes.inviteUser, { body }),
    onSuccess: done.onInvited,
    onError: done.onError,
    onSettled: () => client.invalidateQueries({ queryKey: ['users'] }),
  });
}
