import { routes, type TestTrunk, type TryTrunk } from '@parley/contract';
import { useMutation } from '@tanstack/react-query';
import { v1 } from '../../api/v1.ts';

/** Tries settings that need not be saved. */
export function useTryTrunk(options: { onError: (error: unknown) => void }) {
  return useMutation({
    mutationFn: (body: TryTrunk) => v1(routes.tryTrunk, { body }),
    onError: options.onError,
  });
}

/** Calls a number through a trunk that is saved; it takes as long as the call. */
export function useTestCall(trunkId: string, options: { onError: (error: unknown) => void }) {
  return useMutation({
    mutationFn: (body: TestTrunk) => v1(routes.testTrunk, { params: { trunk_id: trunkId }, body }),
    onError: options.onError,
  });
}
