import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { isApiError } from './api-error.ts';

const FRESH_MS = 10_000;
const RETRIES = 2;

/** `onSignedOut`: a response was 401, so the session may be over. */
export function createQueryClient(onSignedOut: () => void): QueryClient {
  const onError = (error: unknown) => {
    if (isApiError(error, 'unauthorized')) onSignedOut();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: { staleTime: FRESH_MS, retry: (count, error) => count < RETRIES && mayPass(error) },
      mutations: { retry: false },
    },
  });
}

/** Refusals do not change by asking again; a service that starts does. */
function mayPass(error: unknown): boolean {
  return isApiError(error, 'offline') || isApiError(error, 'server_error');
}
