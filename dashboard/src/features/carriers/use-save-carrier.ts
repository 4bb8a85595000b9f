import { type CarrierAccount, type ChangeCarrier, type CreateCarrier, routes } from '@parley/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { v1 } from '../../api/v1.ts';

/** What of the form a change may have. */
function secretsOf(body: CreateCarrier): ChangeCarrier {
  return body.kind === 'twilio'
    ? { auth_token: body.auth_token }
    : { api_key: body.api_key, public_key: body.public_key };
}

interface SavedCarrier {
  /** Null for a new one. */
  carrierId: string | null;
  body: CreateCarrier;
}

/** Connects a carrier account, or gives the one with this identifier its new token. */
export function useSaveCarrier(options: {
  onSaved: (carrier: CarrierAccount) => void;
  onError: (error: unknown) => void;
}) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ carrierId, body }: SavedCarrier) =>
      carrierId === null
        ? v1(routes.createCarrier, { body })
        : v1(routes.updateCarrier, { params: { carrier_id: carrierId }, body: secretsOf(body) }),
    onSuccess: options.onSaved,
    onError: options.onError,
    onSettled: () => client.invalidateQueries({ queryKey: ['carriers'] }),
  });
}
