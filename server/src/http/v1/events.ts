import type { routes, StreamEventType } from '@parley/contract';
import { readCallEvents } from '../../calls/read-events.ts';
import { RequestError } from '../../kernel/request-error.ts';
import type { EndpointHandler } from '../endpoint.ts';
import type { ApiDependencies } from './dependencies.ts';
import { noSuchCall } from './get-call.ts';

/** The header counts: a browser that connects again sends it, with the address that it had at first. */
function lastEventId(header: string | string[] | undefined): number | undefined {
  if (header === undefined || header === '') return undefined;
  if (typeof header === 'string' && /^(0|[1-9]\d{0,14})$/.test(header)) {
    return Number(header);
  }
  throw new RequestError('invalid_request', 'Last-Event-ID must be the id of an event, which is a whole number.', {
    param: 'Last-Event-ID',
  });
}

export function streamEventsEndpoint(api: ApiDependencies): EndpointHandler<typeof routes.streamEvents> {
  return async ({ principal, query, headers, isStillAllowed }) => {
    const stream = await api.eventStreams.open({
      principal,
      filter: { callId: query.call_id, types: query.types?.split(',') as StreamEventType[] | undefined },
      after: lastEventId(headers['last-event-id']) ?? query.last_event_id ?? null,
      isStillAllowed,
    });
    return {
      // A proxy that collects, or that compresses in blocks, would hold back what is to be seen now.
      headers: { 'cache-control': 'no-store, no-transform', 'x-accel-buffering': 'no' },
      stream,
    };
  };
}

export function listCallEventsEndpoint(api: ApiDependencies): EndpointHandler<typeof routes.listCallEvents> {
  return async ({ principal, params }) => {
    const events = await readCallEvents(api.db, api.events, principal.accountId, params.call_id!);
    if (!events) throw noSuchCall(params.call_id!);
    return { body: events };
  };
}
