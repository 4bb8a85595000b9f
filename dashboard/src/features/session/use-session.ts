import { allows, type Permission, type Session } from '@parley/contract';
import { useSuspenseQuery } from '@tanstack/react-query';
import { sessionQuery } from './session-query.ts';

/** On pages below `_app`, where there is one. */
export function useSession(): Session {
  return useSuspenseQuery(sessionQuery).data;
}

/** Whether the user may do what needs this permission; the service decides again. */
export function useCan(permission: Permission): boolean {
  return allows(useSession().permissions, permission);
}
