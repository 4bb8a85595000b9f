import { type ConnectNumbers, routes } from '@parley/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { v1 } from '../../api/v1.ts';
import { notifyDone } from '../../components/notify.tsx';
import { formatPhone } from '../../format/phone.ts';
import { refetchNumbers } from './use-add-number.ts';

/** Connects a number of a trunk, or a range of them. */
export function useConnectNumbers(options: { onConnected: () => void; onError: (error: unknown) => void }) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: ConnectNumbers) => v1(routes.connectNumbers, { body }),
    onSuccess: ({ data, total }) => {
      notifyDone(total === 1 ? `${formatPhone(data[0]!.phone_number)} is yours.` : `${total} numbers are yours.`);
      options.onConnected();
    },
    onError: options.onError,
    onSettled: () => refetchNumbers(client),
  });
}
