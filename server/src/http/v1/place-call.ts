import type { routes } from '@parley/contract';
import { Limits } from '../../calls/limits.ts';
import { placeCall } from '../../calls/place-call.ts';
import type { EndpointHandler, OwnLimit } from '../endpoint.ts';
import { idempotencyKeyOf, replayHeader } from './idempotency-key.ts';
import type { ApiSurroundings } from './surroundings.ts';

export function placeCallEndpoint(api: ApiSurroundings): EndpointHandler<typeof routes.placeCall> {
  return async ({ owner, body, headers }) => {
    api.refusePlacing();
    const key = idempotencyKeyOf(headers['idempotency-key']);
    const { call, replayed, rate } = await placeCall(api.db, api.routing, owner.accountId, body, key);
    if (!replayed) api.wakeDispatcher('call');
    return {
      body: call,
      rate,
      headers: {
        location: `${api.publicUrl()}/v1/calls/${call.call_id}`,
        ...replayHeader(replayed),
      },
    };
  };
}

/** Calls are limited by the account's plan, by the minute and not by the request. */
export function callsAMinute(api: ApiSurroundings): OwnLimit {
  return { rate: ({ accountId }) => new Limits(api.db, accountId).rateState() };
}
