import type { Credentials } from '../authentication/authenticator.ts';
import type { DigestGuard } from '../authentication/digest-guard.ts';
import type { DialogRegistry } from '../dialogs/dialog-registry.ts';
import type { Identifiers } from '../identifiers.ts';
import type { LocalIdentity } from '../local-identity.ts';
import type { RequestSender } from '../request-sender.ts';
import type { Scheduler } from '../scheduler.ts';
import type { TransactionLayer } from '../transactions/transaction-layer.ts';
import type { MessageTransport } from '../transports/message-transport.ts';
import type { Hop } from '../transports/transport.ts';
import type { SessionTimerPolicy } from './session-timer-policy.ts';

/** What calls need of their user agent. */
export interface CallEnvironment {
  readonly local: LocalIdentity;
  readonly identifiers: Identifiers;
  readonly scheduler: Scheduler;
  readonly random: () => number; // [0, 1)
  readonly transactions: TransactionLayer;
  readonly sender: RequestSender;
  /** Knows the users who register here; null: none do. */
  readonly guard: DigestGuard | null;
  /** What requests in calls that came from there, and in those of an earlier process, are signed with. */
  credentialsFor(source: Hop): Credentials | null;
  /** Whether two hosts are those of one peer. */
  isSamePeer(one: Hop, other: Hop): boolean;
  readonly transport: MessageTransport;
  readonly dialogs: DialogRegistry;
  readonly sessionTimers: SessionTimerPolicy;
}
