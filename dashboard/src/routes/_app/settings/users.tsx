import { createFileRoute } from '@tanstack/react-router';
import { UsersPage } from '../../../features/users/UsersPage.tsx';
import { usersQuery } from '../../../features/users/users-query.ts';

export const Route = createFileRoute('/_app/settings/users')({
  loader: ({ context }) => context.queryClient.ensureQueryData(usersQuery),
  component: UsersPage,
});
