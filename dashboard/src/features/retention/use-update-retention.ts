import { dashboardRoutes, type RetentionPatch } from '@parley/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { dashboard } from '../../api/dashboard.ts';
import { notifyDone } from '../../components/notify.tsx';
import { retentionQuery } from './retention-query.ts';

export function useUpdateRetention(onError: (error: unknown) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: RetentionPatch) => dashboard(dashboardRoutes.updateRetention, { body }),
    onSuccess: (retention) => {
      client.setQueryData(retentionQuery.queryKey, retention);
      notifyDone('The retention settings are saved.');
    },
    onError,
  });
}
