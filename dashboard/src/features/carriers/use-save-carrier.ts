import { type CarrierAccount, type ChangeCarrier, type CreateCarrier, routes } from '@parley/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { v1 } from '../../api/v1.ts';

/** What of the form a change may have. */
function secretsOf(body: CreateCarrier): ChangeCarrier {
  return body.kind === 'twilio'
    ? { auth_token: body.auth_token }
    : { api_key: body.api_key, public_key: body.public_key };
}

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
        : v1(routes.updateCarrier, { params: { carrier_id: carrierId }, body: secretsOf(body) }),
    onSuccess: options.onSaved,
    onError: options.onError,
    onSettled: () => client.invalidateQueries({ queryKey: ['carriers'] }),
  });
}
