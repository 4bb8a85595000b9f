import { dashboardRoutes } from '@parley/contract';
import { useMutation } from '@tanstack/react-query';
import { dashboard } from '../../api/dashboard.ts';
import { notifyFailed } from '../../components/notify.tsx';

export function useSignOut() {
  return useMutation({
    mutationFn: () => dashboard(dashboardRoutes.logout, {}),
    // A new page: nothing of this session stays in memory.
    onSuccess: () => window.location.assign('/login'),
    onError: notifyFailed,
  });
}
