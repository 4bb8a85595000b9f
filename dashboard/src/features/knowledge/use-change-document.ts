import { type ChangeDocument, routes } from '@parley/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { v1 } from '../../api/v1.ts';
import { notifyDone } from '../../components/notify.tsx';

export function useChangeDocument(document_id: string, onError: (error: unknown) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: ChangeDocument) => v1(routes.updateDocument, { params: { document_id }, body }),
    onSuccess: ({ name }) => notifyDone(`The document is now called ${name}.`),
    onError,
    onSettled: () => client.invalidateQueries({ queryKey: ['documents'] }),
  });
}
