import type { Route, routes } from '../../routes.ts';
import * as agents from './agents.ts';
import * as batches from './batches.ts';
import * as calls from './calls.ts';
import * as carriers from './carriers.ts';
import * as documents from './documents.ts';
import * as erasures from './erasures.ts';
import * as events from './events.ts';
import * as keys from './keys.ts';
import * as numbers from './numbers.ts';
import * as providers from './providers.ts';
import type { RouteDocumentation } from './route-documentation.ts';
import * as softphones from './softphones.ts';
import * as suppressions from './suppressions.ts';
import * as trunks from './trunks.ts';
import * as users from './users.ts';
import * as webhooks from './webhooks.ts';

export type RouteName = keyof typeof routes;

type Documentation = { [Name in RouteName]: RouteDocumentation<(typeof routes)[Name]> };

const documentation: Documentation = {
  ...calls,
  ...events,
  ...erasures,
  ...batches,
  ...agents,
  ...documents,
  ...softphones,
  ...suppressions,
  ...webhooks,
  ...numbers,
  ...trunks,
  ...carriers,
  ...providers,
  ...keys,
  ...users,
};

export function documentationOf(name: RouteName): RouteDocumentation<Route> {
  // Seen from outside, which route it is no longer matters: examples are values, errors are by code.
  return documentation[name] as RouteDocumentation<Route>;
}
