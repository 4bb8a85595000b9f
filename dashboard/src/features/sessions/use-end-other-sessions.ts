import { dashboardRoutes } from '@parley/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { dashboard } from '../../api/dashboard.ts';
import { notifyDone, notifyFailed } from '../../components/notify.tsx';

export function useEndOtherSessions() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => dashboard(dashboardRoutes.endOtherSessions, {}),
    onSuccess: () => notifyDone('You are signed out everywhere else.'),
    onError: notifyFailed,
    onSettled: () => client.invalidateQueries({ queryKey: ['sessions'] }),
  });
}
