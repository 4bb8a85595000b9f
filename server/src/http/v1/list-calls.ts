import type { routes } from '@parley/contract';
import { readCallPage } from '../../calls/read-calls.ts';
import type { EndpointHandler } from '../endpoint.ts';
import type { ApiDependencies } from './dependencies.ts';

export function listCallsEndpoint(api: ApiDependencies): EndpointHandler<typeof routes.listCalls> {
  return async ({ principal, query }) => ({ body: await readCallPage(api.db, api.links, principal.accountId, query) });
}
