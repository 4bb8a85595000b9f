import { routes, type Whisper } from '@parley/contract';
import { useMutation } from '@tanstack/react-query';
import { v1 } from '../../../api/v1.ts';

/** What was whispered comes back as an event of the call. */
export function useWhisper(callId: string, options: { onWhispered: () => void; onError: (error: unknown) => void }) {
  return useMutation({
    mutationFn: (body: Whisper) => v1(routes.whisper, { params: { call_id: callId }, body }),
    onSuccess: options.onWhispered,
    onError: options.onError,
  });
}
