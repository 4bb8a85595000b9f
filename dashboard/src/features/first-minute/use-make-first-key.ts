import { routes } from '@parley/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { v1 } from '../../api/v1.ts';

/** A key for placing calls and reading them, and nothing else. */
export function useMakeFirstKey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () =>
      v1(routes.createKey, { body: { name: 'First key', permissions: ['calls:read', 'calls:write', 'agents:read'] } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['keys'] }),
  });
}
