import type { StreamEvent } from '@parley/contract';
import type { QueryClient } from '@tanstack/react-query';

/** With a hundred calls a second it is read once in this time. */
const EVERY_MS = 1000;

let due: ReturnType<typeof setTimeout> | undefined;

/** Figures and live calls are read again soon after a call has moved on. */
export function refreshHome(client: QueryClient, events: readonly StreamEvent[]): void {
  if (due !== undefined || !events.some(({ event }) => event === 'call.state' || event === 'call.analyzed')) return;
  due = setTimeout(() => {
    due = undefined;
    void client.invalidateQueries({ queryKey: ['home'] });
  }, EVERY_MS);
}
