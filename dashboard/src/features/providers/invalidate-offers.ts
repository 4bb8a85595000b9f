import type { QueryClient } from '@tanstack/react-query';

/** After a provider was connected, changed or removed: what agents can name, and whether they can. */
export function invalidateOffers(client: QueryClient): Promise<unknown> {
  return Promise.all(
    ['providers', 'voices', 'models', 'agent-check'].map((noun) => client.invalidateQueries({ queryKey: [noun] })),
  );
}
