import { type ChangeNumber, routes } from '@parley/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { v1 } from '../../api/v1.ts';
import { notifyDone, notifyFailed } from '../../components/notify.tsx';

/** Assigns a number, or makes it the default; an agent shows its number, so agents are read anew as well. */
export function useChangeNumber() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ numberId, change }: { numberId: string; change: ChangeNumber; done: string }) =>
      v1(routes.updateNumber, { params: { number_id: numberId }, body: change }),
    onSuccess: (_, { done }) => notifyDone(done),
    onError: notifyFailed,
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['numbers'] }),
        client.invalidateQueries({ queryKey: ['agents'] }),
      ]),
  });
}
