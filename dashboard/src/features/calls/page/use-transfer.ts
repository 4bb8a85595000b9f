import { routes, type TransferCallRequest } from '@parley/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { v1 } from '../../../api/v1.ts';
import { takeResponse } from '../take-response.ts';

/** What becomes of it shows in the phase of the call. */
export function useTransfer(callId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: TransferCallRequest) => v1(routes.transferCall, { params: { call_id: callId }, body }),
    onSuccess: (call) => takeResponse(client, call),
  });
}
