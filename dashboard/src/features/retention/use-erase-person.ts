import { type ErasePerson, routes } from '@parley/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { v1 } from '../../api/v1.ts';

export function useErasePerson(onError: (error: unknown) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: ErasePerson) => v1(routes.erasePerson, { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['calls'] }),
    onError,
  });
}
