import { routes } from '@parley/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { v1 } from '../../../api/v1.ts';
import { notifyDone, notifyFailed } from '../../../components/notify.tsx';

export function useRestoreVersion(agent_id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (version: number) => v1(routes.restoreAgentVersion, { params: { agent_id, version: String(version) } }),
    onSuccess: (agent, version) => notifyDone(`Version ${version} is restored, as version ${agent.version}.`),
    onError: notifyFailed,
    onSettled: () => client.invalidateQueries({ queryKey: ['agents'] }),
  });
}
