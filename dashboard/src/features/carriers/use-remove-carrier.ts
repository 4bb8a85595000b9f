import { type CarrierAccount, routes } from '@parley/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { v1 } from '../../api/v1.ts';
import { notifyDone, notifyFailed } from '../../components/notify.tsx';

export function useRemoveCarrier() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ carrier_id }: CarrierAccount) => v1(routes.deleteCarrier, { params: { carrier_id } }),
    onSuccess: (_, { name }) => notifyDone(`${name} is disconnected.`),
    onError: notifyFailed,
    onSettled: () => client.invalidateQueries({ queryKey: ['carriers'] }),
  });
}
