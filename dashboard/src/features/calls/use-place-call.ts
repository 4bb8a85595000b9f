import { type PlaceCallRequest, routes } from '@parley/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { v1 } from '../../api/v1.ts';

export function usePlaceCall(options: { onPlaced: (callId: string) => void; onError: (error: unknown) => void }) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: PlaceCallRequest) => v1(routes.placeCall, { body }),
    onSuccess: ({ call_id }) => options.onPlaced(call_id),
    onError: options.onError,
    onSettled: () => client.invalidateQueries({ queryKey: ['calls', 'list'] }),
  });
}
