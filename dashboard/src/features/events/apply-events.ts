import type { StreamEvent } from '@parley/contract';
import type { QueryClient } from '@tanstack/react-query';
import { applyCallEvents } from '../calls/apply-call-events.ts';
import { refreshHome } from '../home/refresh-home.ts';

/** Puts what happened into the data that pages show. */
export function applyEvents(client: QueryClient, events: readonly StreamEvent[]): void {
  applyCallEvents(client, events);
  refreshHome(client, events);
}

/** The nouns that the stream keeps up to date. */
const followed = [['calls'], ['batches'], ['home']];

/** After a gap: whatever is shown is read again. */
export function refreshAll(client: QueryClient): void {
  for (const queryKey of followed) void client.invalidateQueries({ queryKey });
}

/** After an outage: what could not be read meanwhile, whether something older of it is shown or not. */
export function readFailed(client: QueryClient): void {
  void client.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
}
