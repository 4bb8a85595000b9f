import { dashboardRoutes, type Login, type Session } from '@parley/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { dashboard } from '../../api/dashboard.ts';
import { sessionQuery } from './session-query.ts';

/** `onSignedIn` runs once the session is known to every page. */
export function useSignIn(options: { onSignedIn: () => void; onError: (error: unknown) => void }) {
  const enter = useEnter(options.onSignedIn);
  return useMutation({
    mutationFn: (body: Login) => dashboard(dashboardRoutes.login, { body }),
    onSuccess: enter,
    onError: options.onError,
  });
}

/** Nothing that an earlier user has seen is left. */
export function useEnter(then: () => void): (session: Session) => void {
  const client = useQueryClient();
  return (session) => {
    client.removeQueries({ type: 'inactive' });
    client.setQueryData(sessionQuery.queryKey, session);
    then();
  };
}
