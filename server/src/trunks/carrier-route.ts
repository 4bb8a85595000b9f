import type { Route } from '../carriers/carrier.ts';

/** The way through one carrier account and no other. `callerId`: what is shown instead of a number that it does not know. */
export function carrierRoute(carrierId: string, callerId: string | null): Route {
  return { name: `twilio:${carrierId}`, simulated: false, callerId };
}
