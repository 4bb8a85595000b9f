import { type CreateProvider, type Provider, routes } from '@parley/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { v1 } from '../../api/v1.ts';
import { invalidateOffers } from './invalidate-offers.ts';

/** Connects a provider, or changes this one. */
export function useSaveProvider(options: {
  provider: Provider | null;
  onSaved: (provider: Provider) => void;
  onError: (error: unknown) => void;
}) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ vendor, ...change }: CreateProvider) =>
      options.provider === null
        ? v1(routes.createProvider, { body: { vendor, ...change } })
        : v1(routes.updateProvider, { params: { provider_id: options.provider.provider_id }, body: change }),
    onSuccess: options.onSaved,
    onError: options.onError,
    onSettled: () => invalidateOffers(client),
  });
}
