import type { CallPage } from '@parley/contract';
import type { InfiniteData, Query, QueryClient } from '@tanstack/react-query';
import type { CallsSearch } from './call-filters.ts';
import { withNewHead } from './call-pages.ts';
import { readCallPage } from './call-queries.ts';
import { pendingRead } from './pending-read.ts';

/** A batch begins hundreds of calls a second; a list that changes more often than this is not read anyway. */
const REFRESH_EVERY_MS = 1000;

const states = new WeakMap<QueryClient, 'reading' | 'reading, and again'>();

/** Reads the newest calls of the lists that are on the screen: at once, and at most once a second. */
export function refreshHeads(client: QueryClient): void {
  if (states.has(client)) {
    states.set(client, 'reading, and again');
    return;
  }
  states.set(client, 'reading');
  void readHeads(client);
  setTimeout(() => {
    const isWanted = states.get(client) === 'reading, and again';
    states.delete(client);
    if (isWanted) refreshHeads(client);
  }, REFRESH_EVERY_MS);
}

async function readHeads(client: QueryClient): Promise<void> {
  const lists = client.getQueryCache().findAll({ queryKey: ['calls', 'list'] });
  await Promise.all(lists.map((list) => (isShown(list) ? readHead(client, list) : list.invalidate())));
}

/** One that is read for the first time has no page yet that shows it. */
const isShown = (list: Query) => list.isActive() || list.state.fetchStatus !== 'idle';

async function readHead(client: QueryClient, query: Query): Promise<void> {
  // Its response may have been read before the call began, and would take the place of a head that came before it.
  await pendingRead(query);
  // Without a connection the list stays as it is; the stream reports what was missed.
  const head = await readCallPage(query.queryKey[2] as CallsSearch, 0).catch(() => null);
  if (head === null) return;
  client.setQueryData<InfiniteData<CallPage, number>>(query.queryKey, (list) => {
    if (!list) return list;
    const pages = withNewHead(list.pages, head);
    return { pages, pageParams: pages.map((_, index) => list.pageParams[index] ?? 0) };
  });
}
