import { type PlacedCall, routes } from '@parley/contract';
import { useMutation } from '@tanstack/react-query';
import { v1 } from '../../api/v1.ts';

/** Of the simulated phone: answers, and talks. */
export const DEMO_NUMBER = '+12025550101';

export function usePlaceDemoCall(agentId: string, onPlaced: (call: PlacedCall) => void) {
  return useMutation({
    mutationFn: () => v1(routes.placeCall, { body: { agent_id: agentId, recipient_phone: DEMO_NUMBER } }),
    onSuccess: onPlaced,
  });
}
