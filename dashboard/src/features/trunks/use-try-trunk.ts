import { routes, type TestTrunk, type TryTrunk } from '@parley/contract';
import { useMutation } from '@tanstack/react-query';
import { v1 } from '../../api/v1.ts';

/** Tries settings that need not be saved; where only an id is given, a trunk as it is stored, with its password. */
export function useTryTrunk(options: { onError: (error: unknown) => void }) {
  return useMutation({
    mutationFn: (tried: TryTrunk | { trunk_id: string }) =>
      'trunk_id' in tried ? v1(routes.testTrunk, { params: tried, body: {} }) : v1(routes.tryTrunk, { body: tried }),
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
