import { routes } from '@parley/contract';
import { useMutation } from '@tanstack/react-query';
import { v1 } from '../../api/v1.ts';

/** Asks the carrier whether it takes the token, and whether it can have a way to this service. */
export function useTestCarrier() {
  return useMutation({
    mutationFn: (carrierId: string) => v1(routes.testCarrier, { params: { carrier_id: carrierId } }),
  });
}
