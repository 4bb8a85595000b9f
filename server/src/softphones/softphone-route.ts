import type { Route } from '../carriers/carrier.ts';

const PREFIX = 'softphone:';

/** The way to one softphone. */
export function softphoneRoute(softphoneId: string): Route {
  return { name: `${PREFIX}${softphoneId}`, simulated: false, callerId: null };
}

/** The softphone that a route leads to; null for every other route. */
export function softphoneOfRoute(route: string | null): string | null {
  return route?.startsWith(PREFIX) ? route.slice(PREFIX.length) : null;
}

/** As in `to` of a transfer. */
export function softphoneTo(name: string): string {
  return `${PREFIX}${name}`;
}

/** The name in `softphone:NAME`; null for a number. */
export function softphoneNamed(to: string): string | null {
  return to.startsWith(PREFIX) ? to.slice(PREFIX.length) : null;
}
