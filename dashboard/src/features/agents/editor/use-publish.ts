import { type Agent, dashboardRoutes } from '@parley/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { dashboard } from '../../../api/dashboard.ts';
import { notifyDone } from '../../../components/notify.tsx';
import { agentQuery } from '../agent-query.ts';
import type { DraftKeeper } from './draft-keeper.ts';

/** Publishes what is typed, over the version that the difference was shown to. */
export function usePublish(agent: Agent, keeper: DraftKeeper, onPublished: () => void) {
  const client = useQueryClient();
  const { agent_id } = agent;
  return useMutation({
    mutationFn: async () => {
      await keeper.flush();
      const { status, revision } = keeper.getState();
      if (status !== 'saved') throw new Error('Your changes could not be saved, so they cannot be published yet.');
      return dashboard(dashboardRoutes.publishAgentDraft, {
        params: { agent_id },
        body: { base_version: agent.version, revision },
      });
    },
    onSuccess: (published) => {
      keeper.restart(published);
      client.setQueryData(agentQuery(agent_id).queryKey, published);
      notifyDone(`Version ${published.version} is published.`);
      onPublished();
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['agents'] }),
  });
}
