import { dashboardRoutes } from '@parley/contract';
import { dashboard } from '../../../api/dashboard.ts';
import type { DraftStore } from './draft-keeper.ts';

/** The service keeps the draft of the user. */
export function draftStoreOf(agent_id: string): DraftStore {
  const params = { agent_id };
  return {
    save: (body) => dashboard(dashboardRoutes.saveAgentDraft, { params, body }),
    read: async () => (await dashboard(dashboardRoutes.getAgentDraft, { params })).draft,
    discard: async (revision) => {
      await dashboard(dashboardRoutes.deleteAgentDraft, { params, body: { revision } });
    },
  };
}
