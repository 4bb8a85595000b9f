import type { NewAgent, Variables } from '@parley/contract';

/** What each way to try an agent gets. */
export interface TriedAgent {
  agentId: string;
  /** Null while they are not valid. */
  settings: NewAgent | null;
  variables: Variables;
  /** Why it cannot be tried now, in words. */
  blocked: string | null;
}
