import { type ChangeSoftphone, type CreateSoftphone, routes, type Softphone } from '@parley/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { v1 } from '../../api/v1.ts';
import { notifyFailed } from '../../components/notify.tsx';
import { softphonesQuery } from './softphones-query.ts';

export function useCreateSoftphone() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: CreateSoftphone) => v1(routes.createSoftphone, { body }),
    onSettled: () => client.invalidateQueries({ queryKey: softphonesQuery.queryKey }),
  });
}

export function useChangeSoftphone({ softphone_id }: Softphone) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: ChangeSoftphone) => v1(routes.updateSoftphone, { params: { softphone_id }, body }),
    onError: notifyFailed,
    onSettled: () => client.invalidateQueries({ queryKey: softphonesQuery.queryKey }),
  });
}

export function useDeleteSoftphone() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ softphone_id }: Softphone) => v1(routes.deleteSoftphone, { params: { softphone_id } }),
    onError: notifyFailed,
    onSettled: () => client.invalidateQueries({ queryKey: softphonesQuery.queryKey }),
  });
}
