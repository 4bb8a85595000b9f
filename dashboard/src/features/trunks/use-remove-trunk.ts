import { routes, type Trunk } from '@parley/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { v1 } from '../../api/v1.ts';
import { notifyDone, notifyFailed } from '../../components/notify.tsx';

export function useRemoveTrunk() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ trunk_id }: Trunk) => v1(routes.deleteTrunk, { params: { trunk_id } }),
    onSuccess: (_, { name }) => notifyDone(`The trunk ${name} is removed.`),
    onError: notifyFailed,
    onSettled: () => client.invalidateQueries({ queryKey: ['trunks'] }),
  });
}
