import { allows } from '@parley/contract';
import type { QueryClient } from '@tanstack/react-query';
import { documentsQuery } from '../../knowledge/documents-query.ts';
import { sessionQuery } from '../../session/session-query.ts';
import { agentQuery } from '../agent-query.ts';
import { modelsQuery } from '../models-query.ts';
import { voicesQuery } from '../voices-query.ts';
import { agentDraftQuery } from './draft-query.ts';

/** What an editor needs before it shows anything. A user who may not write has no draft. */
export async function loadEditor(client: QueryClient, agentId: string): Promise<void> {
  const { permissions } = await client.ensureQueryData(sessionQuery);
  // Vendors are asked for these, which takes as long as they like.
  void client.prefetchQuery(voicesQuery);
  void client.prefetchQuery(modelsQuery);
  void client.prefetchQuery(documentsQuery);
  await Promise.all([
    client.fetchQuery({ ...agentQuery(agentId), staleTime: 0 }),
    ...(allows(permissions, 'agents:write') ? [client.ensureQueryData(agentDraftQuery(agentId))] : []),
  ]);
}
