import { routes, type Trunk } from '@parley/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { v1 } from '../../api/v1.ts';
import { notifyDone, notifyFailed } from '../../components/notify.tsx';

/** Disables a trunk, or activates it again. */
export function useSwitchTrunk() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ trunk, status }: { trunk: Trunk; status: 'active' | 'disabled' }) =>
      v1(routes.updateTrunk, { params: { trunk_id: trunk.trunk_id }, body: { status } }),
    onSuccess: (_, { trunk, status }) => notifyDone(`${trunk.name} is ${status}.`),
    onError: notifyFailed,
    onSettled: () => client.invalidateQueries({ queryKey: ['trunks'] }),
  });
}
