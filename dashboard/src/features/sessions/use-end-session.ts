import { dashboardRoutes } from '@parley/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { dashboard } from '../../api/dashboard.ts';
import { notifyDone, notifyFailed } from '../../components/notify.tsx';

export function useEndSession() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (session_id: string) => dashboard(dashboardRoutes.endSession, { params: { session_id } }),
    onSuccess: () => notifyDone('That session has ended.'),
    onError: notifyFailed,
    onSettled: () => client.invalidateQueries({ queryKey: ['sessions'] }),
  });
}
