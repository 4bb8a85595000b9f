import { type InvitedUser, routes } from '@parley/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { v1 } from '../../api/v1.ts';

export function useMakeUserLink(userId: string, onMade: (user: InvitedUser) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (options: { removeTotp: boolean }) =>
      v1(routes.makeUserLink, { params: { user_id: userId }, body: { remove_totp: options.removeTotp } }),
    onSuccess: onMade,
    onSettled: () => client.invalidateQueries({ queryKey: ['users'] }),
  });
}
