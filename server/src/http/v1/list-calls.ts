import type { routes } from '@parley/contract';
import { readCallPage } from '../../calls/read-calls.ts';
import type { EndpointHandler } from '../endpoint.ts';
import type { ApiSurroundings } from './surroundings.ts';

export function listCallsEndpoint(api: ApiSurroundings): EndpointHandler<typeof routes.listCalls> {
  return async ({ owner, query }) => ({ body: await readCallPage(api.db, api.links, owner.accountId, query) });
}
