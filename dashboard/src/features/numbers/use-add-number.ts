import { type AddNumber, routes } from '@parley/contract';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { v1 } from '../../api/v1.ts';
import { notifyDone } from '../../components/notify.tsx';
import { formatPhone } from '../../format/phone.ts';

/** Agents show their numbers. */
export const refetchNumbers = (client: QueryClient) =>
  Promise.all([
    client.invalidateQueries({ queryKey: ['numbers'] }),
    client.invalidateQueries({ queryKey: ['agents'] }),
  ]);

/** Buys a number. */
export function useAddNumber({ onAdded, onError }: { onAdded: () => void; onError?: (error: unknown) => void }) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: AddNumber) => v1(routes.addNumber, { body }),
    onSuccess: ({ phone_number: phone }) => {
      notifyDone(`${formatPhone(phone)} is yours.`);
      onAdded();
    },
    ...(onError === undefined ? {} : { onError }),
    onSettled: () => refetchNumbers(client),
  });
}
