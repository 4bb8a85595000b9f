import type { routes } from '@parley/contract';
import { hangUpCall } from '../../calls/hang-up-call.ts';
import { readCall } from '../../calls/read-calls.ts';
import type { EndpointHandler } from '../endpoint.ts';
import type { ApiDependencies } from './dependencies.ts';
import { noSuchCall } from './get-call.ts';

export function hangUpCallEndpoint(api: ApiDependencies): EndpointHandler<typeof routes.hangUpCall> {
  return async ({ principal, params }) => {
    const callId = params.call_id!;
    if (!(await hangUpCall(api.db, api.finish, principal, callId))) throw noSuchCall(callId);
    const call = await readCall(api.db, api.links, principal.accountId, callId);
    if (!call) throw noSuchCall(callId);
    return { body: call };
  };
}
