import type { routes } from '@parley/contract';
import { readCall } from '../../calls/read-calls.ts';
import { RequestError } from '../../kernel/request-error.ts';
import type { EndpointHandler } from '../endpoint.ts';
import type { ApiDependencies } from './dependencies.ts';

export function noSuchCall(callId: string): RequestError {
  return new RequestError('not_found', `There is no call ${callId}. GET /v1/calls lists yours.`, { param: 'call_id' });
}

export function getCallEndpoint(api: ApiDependencies): EndpointHandler<typeof routes.getCall> {
  return async ({ principal, params }) => {
    const call = await readCall(api.db, api.links, principal.accountId, params.call_id!);
    if (!call) throw noSuchCall(params.call_id!);
    return { body: call };
  };
}
