import { routes, type SetPrices } from '@parley/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { v1 } from '../../api/v1.ts';
import { notifyDone } from '../../components/notify.tsx';
import { pricesQuery } from './prices-query.ts';

/** All of the account's own prices at once, as the service takes them. */
export function useSetPrices(onError: (error: unknown) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: SetPrices) => v1(routes.setPrices, { body }),
    onSuccess: (prices) => {
      client.setQueryData(pricesQuery.queryKey, prices);
      notifyDone('The prices are saved. They apply to calls that end from now on.');
    },
    onError,
  });
}
