import type { routes } from '@parley/contract';
import { readCall } from '../../calls/read-calls.ts';
import { RequestError } from '../../kernel/request-error.ts';
import type { EndpointHandler } from '../endpoint.ts';
import type { ApiSurroundings } from './surroundings.ts';

export function getCallEndpoint(api: ApiSurroundings): EndpointHandler<typeof routes.getCall> {
  return async ({ owner, params }) => {
    const call = await readCall(api.db, api.links, owner.accountId, params.call_id!);
    if (!call) throw new RequestError('not_found', `There is no call ${params.call_id}.`, { param: 'call_id' });
    return { body: call };
  };
}
