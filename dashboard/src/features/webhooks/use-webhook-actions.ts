import { type ChangeWebhook, type CreateWebhook, dashboardRoutes, routes } from '@parley/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { dashboard } from '../../api/dashboard.ts';
import { v1 } from '../../api/v1.ts';
import { notifyDone, notifyFailed } from '../../components/notify.tsx';

function useRefresh() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: ['webhooks'] });
}

export function useCreateWebhook() {
  const onSettled = useRefresh();
  return useMutation({ mutationFn: (body: CreateWebhook) => v1(routes.createWebhook, { body }), onSettled });
}

export function useChangeWebhook(webhook_id: string) {
  const onSettled = useRefresh();
  return useMutation({
    mutationFn: (body: ChangeWebhook) => v1(routes.updateWebhook, { params: { webhook_id }, body }),
    onSuccess: () => notifyDone('The webhook is changed.'),
    onSettled,
  });
}

export function useDeleteWebhook() {
  const onSettled = useRefresh();
  return useMutation({
    mutationFn: (webhook_id: string) => v1(routes.deleteWebhook, { params: { webhook_id } }),
    onSuccess: () => notifyDone('The webhook is deleted.'),
    onError: notifyFailed,
    onSettled,
  });
}

export function useRotateSecret(webhook_id: string) {
  const onSettled = useRefresh();
  return useMutation({
    mutationFn: (overlap: number) => v1(routes.rotateWebhookSecret, { params: { webhook_id }, body: { overlap } }),
    onSettled,
  });
}

export function useTestWebhook() {
  const onSettled = useRefresh();
  return useMutation({
    mutationFn: (webhook_id: string) => v1(routes.testWebhook, { params: { webhook_id } }),
    onSuccess: () => notifyDone('A test event is on its way.'),
    onError: notifyFailed,
    onSettled,
  });
}

export function useRedeliver(webhook_id: string) {
  const onSettled = useRefresh();
  return useMutation({
    mutationFn: (delivery_id: string) => v1(routes.redeliver, { params: { webhook_id, delivery_id } }),
    onSuccess: () => notifyDone('The event is sent again as a new delivery.'),
    onError: notifyFailed,
    onSettled,
  });
}

export function useOpenInbox() {
  const onSettled = useRefresh();
  return useMutation({
    mutationFn: () => dashboard(dashboardRoutes.openInbox, {}),
    onError: notifyFailed,
    onSettled,
  });
}
