import type { Models } from '../../../agents/model-list.ts';
import type { AgentAbilities } from '../../../agents/usable-settings.ts';
import type { DispatchHint } from '../../../calls/dispatcher.ts';
import type { RouteChoice } from '../../../calls/place-call.ts';
import type { Database } from '../../../db/index.ts';
import type { Rehearsal } from '../../../media/rehearsal.ts';

/** What the endpoints of the pages of agents work with. */
export interface AgentPages extends AgentAbilities {
  db: Database;
  models: Models;
  rehearsal: Rehearsal;
  routes: RouteChoice;
  wakeDispatcher(hint: DispatchHint): void;
  /** Throws while this node is stopping. */
  refusePlacing(): void;
}
