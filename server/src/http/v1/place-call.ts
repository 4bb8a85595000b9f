import type { routes } from '@parley/contract';
import { placeCall } from '../../calls/place-call.ts';
import type { EndpointHandler, OwnLimit } from '../endpoint.ts';
import type { ApiDependencies } from './dependencies.ts';
import { idempotencyKeyOf, replayHeader } from './idempotency-key.ts';
import { overridingOf } from './overriding.ts';

export function placeCallEndpoint(api: ApiDependencies): EndpointHandler<typeof routes.placeCall> {
  return async ({ principal, body, headers }) => {
    api.refusePlacing();
    const idempotencyKey = idempotencyKeyOf(headers['idempotency-key']);
    const overriding = await overridingOf(api, principal, body);
    const options = { idempotencyKey, overriding };
    const { call, replayed } = await placeCall(api.db, api.routes, principal, body, options);
    if (!replayed) api.wakeDispatcher('call');
    return {
      body: call,
      rate: await (replayed ? api.rates.of(principal.accountId) : api.rates.afterCall(principal.accountId)),
      headers: {
        location: `${api.publicUrl()}/v1/calls/${call.call_id}`,
        ...replayHeader(replayed),
      },
    };
  };
}

/** Calls are limited by the account's plan, by the minute and not by the request. */
export function callsAMinute(api: ApiDependencies): OwnLimit {
  return { rate: ({ accountId }) => api.rates.of(accountId) };
}
