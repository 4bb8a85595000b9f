import type { ProvisionedAccount } from './accounts/provision.ts';
import type { PacingReport } from './media/protocol.ts';

/** What runs, and what a start has to tell. */
export interface App {
  /** The base address of the service, without the version segment. */
  readonly url: string;
  /** Created by this start: its key is shown once. */
  readonly firstAccount: ProvisionedAccount | undefined;
  /** An account to make a key for, when PARLEY_API_KEY is no valid key of this installation. */
  readonly accountOfOtherKeys: string | undefined;
  /** Makes the person who opens it the first owner; null when there is one. */
  readonly ownerLink: string | null;
  readonly newWebhookSecret: string | null;
  /** An agent that a first call can be placed with. */
  readonly agent: { agentId: string; name: string } | undefined;
  /** `host:port` of the operator's trunk; null when there is none. */
  readonly trunk: string | null;
  /** Active trunks that accounts have of their own. */
  readonly accountTrunks: number;
  /** How many accounts there are with each carrier, by its name: the operator's, and those of accounts. */
  readonly carrierAccounts: Readonly<Record<string, number>>;
  readonly recoveredCalls: number;
  readonly liveCalls: number;
  /** How long `drain` lets live calls go on. */
  readonly drainS: number;
  /** How late frames left since the last report, by media thread. */
  pacing(): Promise<PacingReport[]>;
  /**
   * Idempotent. Takes no more calls, lets the live ones go on for a while, then says farewell in them, and stops
   * everything. Once the signal is aborted it waits for nothing more.
   */
  drain(hurry: AbortSignal): Promise<void>;
  /** Idempotent. Hangs up in the live calls at once, and stops everything. */
  close(): Promise<void>;
}
