import type { CallOverrides } from '@parley/contract';
import { abilitiesFor } from '../../agents/agent-abilities.ts';
import type { Overriding } from '../../calls/place-call.ts';
import type { Principal } from '../../kernel/principal.ts';
import type { ApiDependencies } from './dependencies.ts';

/** What a request's overrides are checked and sealed with; null: it has none. */
export async function overridingOf(
  api: ApiDependencies,
  { accountId }: Principal,
  { overrides }: { overrides?: CallOverrides | undefined },
): Promise<Overriding | null> {
  return overrides ? { abilities: await abilitiesFor(api.db, accountId, api), sealing: api.sealing } : null;
}
