import type { AgentVersions } from '../agents/agent-versions.ts';
import type { CarrierRouting, MediaAddresses } from '../carriers/carrier.ts';
import type { Database } from '../db/index.ts';
import type { Knowledge } from '../documents/knowledge.ts';
import type { Logger } from '../kernel/logger.ts';
import type { MediaHost } from '../media/media.ts';
import type { SharedConnections } from '../providers/shared-connections.ts';
import type { RecordingLinks } from '../recordings/links.ts';
import type { AgentTools } from '../tools/agent-tools.ts';
import type { AnswerStore } from './answer-store.ts';
import type { SignallingStore } from './call-signalling.ts';
import type { DatabaseClock } from './database-clock.ts';
import type { EndStore } from './end-store.ts';
import type { FinishDependencies } from './finish-dependencies.ts';
import type { JoinableCalls } from './joinable-calls.ts';
import type { RouteChoice } from './place-call.ts';
import type { SlotReleases } from './slot-releases.ts';

export interface CallDependencies {
  /** Patient, and on connections of its own: what happens to a live call is stored, however long the database is away. */
  db: Database;
  clock: DatabaseClock;
  agentVersions: AgentVersions;
  finish: FinishDependencies;
  media: MediaHost;
  connections: Pick<SharedConnections, 'of'>;
  answers: AnswerStore;
  ends: EndStore;
  releases: SlotReleases;
  signalling: SignallingStore;
  knowledge: Pick<Knowledge, 'search'>;
  /** Decides the way to a number that a call is handed over to. */
  routes: RouteChoice;
  routing: Pick<CarrierRouting, 'prepare' | 'carrierNamed' | 'whyGone'>;
  tools: Pick<AgentTools, 'open' | 'variablesFor'>;
  /** Those of this process. */
  calls: JoinableCalls;
  log: Logger;
  links: RecordingLinks;
  /** The address that the other side sends its audio to. */
  mediaAddresses: MediaAddresses;
}
