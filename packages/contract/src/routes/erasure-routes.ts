import { ErasePerson, Erasure } from '../erasure.ts';
import type { Route } from './route.ts';

export const erasureRoutes = {
  erasePerson: {
    method: 'POST',
    path: '/erasures',
    summary: "Erase a person's data",
    permission: 'account:write',
    body: ErasePerson,
    success: { status: 200, body: Erasure },
    errors: ['conflict'],
  },
} as const satisfies Record<string, Route>;
