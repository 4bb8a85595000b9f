import type { ProviderError, ProviderRole } from './provider-error.ts';

/**
 * What the host knows of its vendors over all calls, by what they do and the names of their ports: one that is down is
 * not waited for by every call again. One that cannot speak may listen as well as ever.
 */
export interface CircuitBreaker {
  /** The vendor is passed over where there is another one. */
  isOpen(role: ProviderRole, name: string): boolean;
  failed(name: string, error: ProviderError): void;
  succeeded(role: ProviderRole, name: string): void;
}

/** Knows of no vendor that is down. */
export const ALWAYS_CLOSED: CircuitBreaker = {
  isOpen: () => false,
  failed: () => undefined,
  succeeded: () => undefined,
};
