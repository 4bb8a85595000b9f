import { dashboardRoutes, type PlacedCall, routes, type TestCall } from '@parley/contract';
import { useMutation } from '@tanstack/react-query';
import { dashboard } from '../../../api/dashboard.ts';
import { v1 } from '../../../api/v1.ts';
import { notifyFailed } from '../../../components/notify.tsx';

/** Places a call with settings that are not published. */
export function useTestCall(agent_id: string, onPlaced: (call: PlacedCall) => void) {
  return useMutation({
    mutationFn: (body: TestCall) => dashboard(dashboardRoutes.testCall, { params: { agent_id }, body }),
    onSuccess: onPlaced,
  });
}

export function useHangUpTest() {
  return useMutation({
    mutationFn: (call_id: string) => v1(routes.hangUpCall, { params: { call_id } }),
    onError: notifyFailed,
  });
}
