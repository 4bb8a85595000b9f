import { QueryClient } from '@tanstack/react-query';
import { isApiError } from './api-error.ts';

const FRESH_MS = 10_000;
const RETRIES = 2;

export function createQueryClient(): QueryClient {
  return new QueryClient({
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
