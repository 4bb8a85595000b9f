import { routes, type SearchDocuments } from '@parley/contract';
import { useMutation } from '@tanstack/react-query';
import { v1 } from '../../api/v1.ts';

export function useSearchDocuments(onError: (error: unknown) => void) {
  return useMutation({ mutationFn: (body: SearchDocuments) => v1(routes.searchDocuments, { body }), onError });
}
