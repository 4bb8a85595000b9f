import { type ChangeProfile, dashboardRoutes } from '@parley/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { dashboard } from '../../api/dashboard.ts';
import { notifyDone } from '../../components/notify.tsx';
import { sessionQuery } from '../session/session-query.ts';

export function useUpdateProfile(onError: (error: unknown) => void) {
  const client = useQueryClient();
  const router = useRouter();
  return useMutation({
    mutationFn: (body: ChangeProfile) => dashboard(dashboardRoutes.updateProfile, { body }),
    onSuccess: async (session) => {
      client.setQueryData(sessionQuery.queryKey, session);
      // Times and numbers are written for the reader from the top.
      await router.invalidate();
      notifyDone('Your profile is saved.');
    },
    onError,
  });
}
