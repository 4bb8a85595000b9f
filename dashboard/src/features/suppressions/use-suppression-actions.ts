import { type CreateSuppression, dashboardRoutes, type ImportSuppressions, routes } from '@parley/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { dashboard } from '../../api/dashboard.ts';
import { v1 } from '../../api/v1.ts';
import { notifyDone, notifyFailed } from '../../components/notify.tsx';

function useRefresh() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: ['suppressions'] });
}

export function useAddSuppression() {
  const onSettled = useRefresh();
  return useMutation({
    mutationFn: (body: CreateSuppression) => v1(routes.createSuppression, { body }),
    onSuccess: () => notifyDone('The number will not be called any more.'),
    onSettled,
  });
}

export function useRemoveSuppression() {
  const onSettled = useRefresh();
  return useMutation({
    mutationFn: (suppression_id: string) => v1(routes.deleteSuppression, { params: { suppression_id } }),
    onSuccess: () => notifyDone('The number can be called again.'),
    onError: notifyFailed,
    onSettled,
  });
}

export function useImportSuppressions() {
  const onSettled = useRefresh();
  return useMutation({
    mutationFn: (body: ImportSuppressions) => dashboard(dashboardRoutes.importSuppressions, { body }),
    onSuccess: ({ added, present }) =>
      notifyDone(`${added} added${present > 0 ? `; ${present} were on the list already` : ''}.`),
    onSettled,
  });
}
