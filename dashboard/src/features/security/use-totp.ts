import { dashboardRoutes, type TotpSecret } from '@parley/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { dashboard } from '../../api/dashboard.ts';
import { notifyDone } from '../../components/notify.tsx';

interface Done<Result> {
  onDone: (result: Result) => void;
  onError: (error: unknown) => void;
}

/** Left out by a user who has none. */
interface Confirmed {
  password?: string;
}

export function useBeginTotp({ onDone, onError }: Done<TotpSecret>) {
  return useMutation({
    mutationFn: (body: Confirmed) => dashboard(dashboardRoutes.beginTotp, { body }),
    onSuccess: onDone,
    onError,
  });
}

export function useConfirmTotp({ onDone, onError }: Done<readonly string[]>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { code: string }) => dashboard(dashboardRoutes.confirmTotp, { body }),
    onSuccess: ({ recovery_codes: codes }) => onDone(codes),
    onError,
    onSettled: () => client.invalidateQueries({ queryKey: ['session'] }),
  });
}

export function useMakeRecoveryCodes({ onDone, onError }: Done<readonly string[]>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Confirmed) => dashboard(dashboardRoutes.makeRecoveryCodes, { body }),
    onSuccess: ({ recovery_codes: codes }) => onDone(codes),
    onError,
    onSettled: () => client.invalidateQueries({ queryKey: ['session'] }),
  });
}

export function useDisableTotp({ onDone, onError }: Done<void>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Confirmed) => dashboard(dashboardRoutes.disableTotp, { body }),
    onSuccess: () => {
      notifyDone('The authenticator app is removed.');
      onDone();
    },
    onError,
    onSettled: () => client.invalidateQueries({ queryKey: ['session'] }),
  });
}
