import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Changes what was read, and what is being read: the service may have read the response before the events, and have
 * sent it after them. A change that the response has already does nothing to it.
 */
export function changeRead<Data>(client: QueryClient, queryKey: QueryKey, change: (data: Data) => Data): void {
  const apply = () => client.setQueryData<Data>(queryKey, (data) => data && change(data));
  apply();
  void pendingRead(client.getQueryCache().find({ queryKey, exact: true }))?.then(apply);
}

/** Ends with the read that is under way, whatever its result is; undefined when there is none. */
export function pendingRead(query: Query | undefined): Promise<void> | undefined {
  if (query?.state.fetchStatus === 'idle') return undefined;
  return query?.promise?.then(
    () => {},
    () => {},
  );
}
