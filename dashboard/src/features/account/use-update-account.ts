import { type ChangeAccount, dashboardRoutes } from '@parley/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { dashboard } from '../../api/dashboard.ts';
import { notifyDone } from '../../components/notify.tsx';

export function useUpdateAccount(onError: (error: unknown) => void) {
  const client = useQueryClient();
  const router = useRouter();
  return useMutation({
    mutationFn: (body: ChangeAccount) => dashboard(dashboardRoutes.updateAccount, { body }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['session'] });
      await router.invalidate();
      notifyDone('The account is saved.');
    },
    onError,
  });
}
