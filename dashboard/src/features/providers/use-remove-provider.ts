import { type Provider, routes } from '@parley/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { v1 } from '../../api/v1.ts';
import { notifyDone, notifyFailed } from '../../components/notify.tsx';
import { invalidateOffers } from './invalidate-offers.ts';

export function useRemoveProvider() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ provider_id }: Provider) => v1(routes.deleteProvider, { params: { provider_id } }),
    onSuccess: (_, { name }) => notifyDone(`The provider ${name} is removed.`),
    onError: notifyFailed,
    onSettled: () => invalidateOffers(client),
  });
}
