import { type ChangePassword, dashboardRoutes } from '@parley/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { dashboard } from '../../api/dashboard.ts';
import { notifyDone } from '../../components/notify.tsx';

export function useChangePassword(done: { onChanged: () => void; onError: (error: unknown) => void }) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: ChangePassword) => dashboard(dashboardRoutes.changePassword, { body }),
    onSuccess: async () => {
      notifyDone('The password is changed. Every other session has ended.');
      done.onChanged();
      await Promise.all([
        client.invalidateQueries({ queryKey: ['session'] }),
        client.invalidateQueries({ queryKey: ['sessions'] }),
      ]);
    },
    onError: done.onError,
  });
}
