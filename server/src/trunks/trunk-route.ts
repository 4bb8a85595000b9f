import type { Route } from '../carriers/carrier.ts';

const PREFIX = 'trunk:';

/** The route through one trunk only. `callerId`: shown to it instead of a number that it does not know. */
export function trunkRoute(trunkId: string, callerId: string | null): Route {
  return { name: `${PREFIX}${trunkId}`, simulated: false, callerId };
}

/** The trunk that a route leads through; null for every other route. */
export function trunkOfRoute(route: string | null): string | null {
  return route?.startsWith(PREFIX) ? route.slice(PREFIX.length) : null;
}
