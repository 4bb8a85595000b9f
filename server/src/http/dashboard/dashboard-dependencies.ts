import type { LoginParts } from '../../accounts/login.ts';

/** What the endpoints of users and sessions work with. */
export interface DashboardDependencies extends LoginParts {
  /** Where the service says that it is. */
  publicUrl(): string;
  /** No carrier is connected: every number of the account is simulated. */
  isSimulated(accountId: string): boolean;
  singleSignOn: boolean;
}
