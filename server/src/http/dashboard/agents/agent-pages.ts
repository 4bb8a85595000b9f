import type { InstalledAbilities } from '../../../agents/agent-abilities.ts';
import type { DispatchHint } from '../../../calls/dispatcher.ts';
import type { RouteChoice } from '../../../calls/place-call.ts';
import type { Database } from '../../../db/index.ts';
import type { Knowledge } from '../../../documents/knowledge.ts';
import type { Sealing } from '../../../kernel/sealing.ts';
import type { Rehearsal } from '../../../media/rehearsal.ts';
import type { FailingVendors } from '../../../media/vendor-desk.ts';
import type { ProviderConnections } from '../../../providers/connections.ts';
import type { VendorOffers } from '../../../providers/vendor-offers.ts';
import type { AgentTools } from '../../../tools/agent-tools.ts';

/** What the endpoints of the pages of agents work with. */
export interface AgentPages extends InstalledAbilities {
  db: Database;
  offers: VendorOffers;
  connections: ProviderConnections;
  sealing: Sealing;
  agentTools: AgentTools;
  knowledge: Pick<Knowledge, 'search'>;
  rehearsal: Rehearsal;
  outages: FailingVendors;
  routes: RouteChoice;
  wakeDispatcher(hint: DispatchHint): void;
  /** Throws while this node is stopping. */
  refusePlacing(): void;
}
