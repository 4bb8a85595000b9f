import type { routes } from '@parley/contract';
import { Limits } from '../../calls/limits.ts';
import { placeCall } from '../../calls/place-call.ts';
import { RequestError } from '../../kernel/request-error.ts';
import type { EndpointHandler, OwnLimit } from '../endpoint.ts';
import type { ApiSurroundings } from './surroundings.ts';

function idempotencyKeyOf(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  if (typeof header === 'string' && /^[\x21-\x7e](?:[\x20-\x7e]{0,253}[\x21-\x7e])?$/.test(header)) return header;
  throw new RequestError('invalid_request', 'Idempotency-Key must be 1 to 255 visible ASCII characters.', {
    param: 'Idempotency-Key',
  });
}

export function placeCallEndpoint(api: ApiSurroundings): EndpointHandler<typeof routes.placeCall> {
  return async ({ owner, body, headers }) => {
    const key = idempotencyKeyOf(headers['idempotency-key']);
    const { call, replayed, rate } = await placeCall(api.db, api.routing, owner.accountId, body, key);
    if (!replayed) api.wakeDispatcher();
    return {
      body: call,
      rate,
      headers: {
        location: `${api.publicUrl()}/v1/calls/${call.call_id}`,
        ...(replayed ? { 'idempotent-replayed': 'true' } : {}),
      },
    };
  };
}

/** Calls are limited by the account's plan, by the minute and not by the request. */
export function callsAMinute(api: ApiSurroundings): OwnLimit {
  return { rate: ({ accountId }) => new Limits(api.db, accountId).rateState() };
}
