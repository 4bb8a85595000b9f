import type { CarrierAccount } from '@parley/contract';
import type { Route } from '../carriers/carrier.ts';

/** A carrier account and the carrier that it is with. */
export interface RoutedCarrier {
  kind: CarrierAccount['kind'];
  carrierId: string;
}

/** The way through one carrier account and no other. `callerId`: what is shown instead of a number that it does not know. */
export function carrierRoute({ kind, carrierId }: RoutedCarrier, callerId: string | null): Route {
  return { name: `${kind}:${carrierId}`, simulated: false, callerId };
}
