import { type Agent, routes } from '@parley/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { v1 } from '../../api/v1.ts';
import { notifyDone } from '../../components/notify.tsx';

export function useDeleteAgent(onDeleted: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ agent_id }: Agent) => v1(routes.deleteAgent, { params: { agent_id } }),
    onSuccess: (_, { agent_id, name }) => {
      notifyDone(`The agent ${name} is deleted.`);
      onDeleted();
      client.removeQueries({ queryKey: ['agents', agent_id] });
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['agents', 'list'] }),
  });
}
