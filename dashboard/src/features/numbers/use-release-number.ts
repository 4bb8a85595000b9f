import { type OwnedNumber, routes } from '@parley/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { v1 } from '../../api/v1.ts';
import { notifyDone, notifyFailed } from '../../components/notify.tsx';
import { formatPhone } from '../../format/phone.ts';

export function useReleaseNumber() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ number_id }: OwnedNumber) => v1(routes.deleteNumber, { params: { number_id } }),
    onSuccess: (_, { phone_number: phone }) => notifyDone(`${formatPhone(phone)} is released.`),
    onError: notifyFailed,
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['numbers'] }),
        client.invalidateQueries({ queryKey: ['agents'] }),
      ]),
  });
}
