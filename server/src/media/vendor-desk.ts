import type { ProviderTest, TestProvider } from '@parley/contract';
import type { ProviderConnection } from '../kernel/provider-connection.ts';

/** Really speaks, listens and asks. Rejects with words for people. */
export interface TryVendor {
  testOf(connection: ProviderConnection, test: TestProvider): Promise<ProviderTest>;
}
