import { type Agent, type NewAgent, routes } from '@parley/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { v1 } from '../../api/v1.ts';
import { notifyFailed } from '../../components/notify.tsx';
import { agentQuery } from './agent-query.ts';

export function useCreateAgent(onCreated: (agent: Agent) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NewAgent) => v1(routes.createAgent, { body }),
    onSuccess: async (agent) => {
      client.setQueryData(agentQuery(agent.agent_id).queryKey, agent);
      await client.invalidateQueries({ queryKey: ['agents', 'list'] });
      onCreated(agent);
    },
    onError: notifyFailed,
  });
}
