import { dashboardRoutes } from '@parley/contract';
import { queryOptions } from '@tanstack/react-query';
import { dashboard } from '../../../api/dashboard.ts';
import { untilLeft } from './leaving.ts';

/** Where an editor begins; what happens afterwards is its `DraftKeeper`'s. */
export const agentDraftQuery = (agent_id: string) =>
  queryOptions({
    queryKey: ['agents', agent_id, 'draft'],
    queryFn: async ({ signal }) => {
      await untilLeft(agent_id);
      return dashboard(dashboardRoutes.getAgentDraft, { params: { agent_id }, signal });
    },
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
