import { routes, type UpdateCall } from '@parley/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { v1 } from '../../../api/v1.ts';
import { notifyFailed } from '../../../components/notify.tsx';
import { takeResponse } from '../take-response.ts';

export function useUpdateCall(callId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: UpdateCall) => v1(routes.updateCall, { params: { call_id: callId }, body }),
    onSuccess: (call) => takeResponse(client, call),
    onError: notifyFailed,
  });
}
