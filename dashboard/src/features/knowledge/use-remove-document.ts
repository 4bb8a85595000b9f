import { type KnowledgeDocument, routes } from '@parley/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { v1 } from '../../api/v1.ts';
import { notifyDone, notifyFailed } from '../../components/notify.tsx';

export function useRemoveDocument(onRemoved: () => void = () => {}) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ document_id }: KnowledgeDocument) => v1(routes.deleteDocument, { params: { document_id } }),
    onSuccess: (_, { name }) => {
      notifyDone(`The document ${name} is removed.`);
      onRemoved();
    },
    onError: notifyFailed,
    onSettled: () => client.invalidateQueries({ queryKey: ['documents'] }),
  });
}
