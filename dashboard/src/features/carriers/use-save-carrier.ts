import { type CarrierAccount, type CreateCarrier, routes } from '@parley/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { v1 } from '../../api/v1.ts';

/** Connects a carrier account, or gives the one with this identifier its new token. */
export function useSaveCarrier(options: {
  carrierId: string | null;
  onSaved: (carrier: CarrierAccount) => void;
  onError: (error: unknown) => void;
}) {
  const client = useQueryClient();
  const { carrierId } = options;
  return useMutation({
    mutationFn: (body: CreateCarrier) =>
      carrierId === null
        ? v1(routes.createCarrier, { body })
        : v1(routes.updateCarrier, { params: { carrier_id: carrierId }, body: { auth_token: body.auth_token } }),
    onSuccess: options.onSaved,
    onError: options.onError,
    onSettled: () => client.invalidateQueries({ queryKey: ['carriers'] }),
  });
}
