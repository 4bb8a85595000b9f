import { type AgentPatch, routes } from '@parley/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { v1 } from '../../api/v1.ts';
import { notifyDone, notifyFailed } from '../../components/notify.tsx';

/** Changes an agent at once, without a draft. */
export function useChangeAgent() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ agent_id, patch }: { agent_id: string; patch: AgentPatch; done: string }) =>
      v1(routes.updateAgent, { params: { agent_id }, body: patch }),
    onSuccess: (_, { done }) => notifyDone(done),
    onError: notifyFailed,
    onSettled: () => client.invalidateQueries({ queryKey: ['agents'] }),
  });
}
