import type { routes } from '@parley/contract';
import { readCall } from '../../calls/read-calls.ts';
import type { EndpointHandler } from '../endpoint.ts';
import type { ApiDependencies } from './dependencies.ts';
import { noSuchCall } from './get-call.ts';

export function updateCallEndpoint(api: ApiDependencies): EndpointHandler<typeof routes.updateCall> {
  return async ({ principal, params, body }) => {
    const callId = params.call_id!;
    await api.control.update(principal, callId, body);
    const call = await readCall(api.db, api.links, principal.accountId, callId);
    if (!call) throw noSuchCall(callId);
    return { body: call };
  };
}
