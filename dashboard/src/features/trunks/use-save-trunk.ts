import { type CreateTrunk, routes, type Trunk } from '@parley/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { v1 } from '../../api/v1.ts';
import { notifyDone } from '../../components/notify.tsx';

/** Makes a trunk, or changes the one with this identifier. */
export function useSaveTrunk(options: {
  trunkId: string | null;
  onSaved: (trunk: Trunk) => void;
  onError: (error: unknown) => void;
}) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: CreateTrunk) =>
      options.trunkId === null
        ? v1(routes.createTrunk, { body })
        : v1(routes.updateTrunk, { params: { trunk_id: options.trunkId }, body }),
    onSuccess: (trunk) => {
      notifyDone(`The trunk ${trunk.name} is saved. Calls go through it from now on.`);
      options.onSaved(trunk);
    },
    onError: options.onError,
    onSettled: () => client.invalidateQueries({ queryKey: ['trunks'] }),
  });
}
