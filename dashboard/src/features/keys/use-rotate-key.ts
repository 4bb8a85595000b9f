import { type CreatedKey, routes } from '@parley/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { v1 } from '../../api/v1.ts';

/** `overlap`: seconds for which the old key stays valid. */
export function useRotateKey(keyId: string, onRotated: (key: CreatedKey) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (overlap: number) => v1(routes.rotateKey, { params: { key_id: keyId }, body: { overlap } }),
    onSuccess: onRotated,
    onSettled: () => client.invalidateQueries({ queryKey: ['keys'] }),
  });
}
