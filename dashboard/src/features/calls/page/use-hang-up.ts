import { routes } from '@parley/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { v1 } from '../../../api/v1.ts';
import { notifyFailed } from '../../../components/notify.tsx';
import { takeResponse } from '../take-response.ts';

export function useHangUp(callId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => v1(routes.hangUpCall, { params: { call_id: callId } }),
    onSuccess: (call) => takeResponse(client, call),
    onError: notifyFailed,
  });
}
