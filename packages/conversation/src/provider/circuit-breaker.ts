import type { ProviderError } from './provider-error.ts';

/**
 * What the host knows of its vendors over all calls, by the names of their ports: one that is down is not waited for by
 * every call again.
 */
export interface CircuitBreaker {
  /** The vendor is passed over where there is another one. */
  isOpen(name: string): boolean;
  failed(name: string, error: ProviderError): void;
  succeeded(name: string): void;
}

/** Knows of no vendor that is down. */
export const ALWAYS_CLOSED: CircuitBreaker = {
  isOpen: () => false,
  failed: () => undefined,
  succeeded: () => undefined,
};
