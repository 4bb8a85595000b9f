import type { ProviderTest, TestProvider } from '@parley/contract';
import type { ProviderRole } from '@parley/conversation';
import type { ProviderConnection } from '../kernel/provider-connection.ts';

/** Really speaks, listens and asks. Rejects with words for people. */
export interface TryVendor {
  testOf(connection: ProviderConnection, test: TestProvider): Promise<ProviderTest>;
}

/** A vendor that fails at present. */
export interface FailingVendor {
  role: ProviderRole;
  name: string;
  failures: number;
  /** The last one. */
  message: string;
  failedAtMs: number;
  /** Until then it is passed over; null while it is asked. */
  openUntilMs: number | null;
}

export interface FailingVendors {
  /** Of those who reach their vendors through these connections; each vendor once for each thing that it does. */
  of(connectionsDigest: string): FailingVendor[];
}
