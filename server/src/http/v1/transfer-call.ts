import type { routes } from '@parley/contract';
import { readCall } from '../../calls/read-calls.ts';
import type { EndpointHandler } from '../endpoint.ts';
import type { ApiDependencies } from './dependencies.ts';
import { noSuchCall } from './get-call.ts';

export function transferCallEndpoint(api: ApiDependencies): EndpointHandler<typeof routes.transferCall> {
  return async ({ principal, params, body }) => {
    const callId = params.call_id!;
    await api.control.transfer(principal, callId, body);
    const call = await readCall(api.db, api.links, principal.accountId, callId);
    if (!call) throw noSuchCall(callId);
    return { body: call };
  };
}
