import type { Queryable } from '../db/index.ts';
import { documentIdsOf } from '../documents/known-documents.ts';
import type { NamedProvider } from '../kernel/provider-connection.ts';
import { namedProviders } from '../providers/connections.ts';
import type { CheckScript } from './script-check.ts';
import type { AgentAbilities } from './usable-settings.ts';

/** What the installation has for all accounts. */
export interface InstalledAbilities {
  operatorProviders: readonly NamedProvider[];
  checkScript: CheckScript;
}

export async function abilitiesFor(
  db: Queryable,
  accountId: string,
  { operatorProviders, checkScript }: InstalledAbilities,
): Promise<AgentAbilities> {
  const providers = await namedProviders(db, accountId, operatorProviders);
  return { providers, documentIds: await documentIdsOf(db, accountId), checkScript };
}
