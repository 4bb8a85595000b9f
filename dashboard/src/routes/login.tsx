import { createFileRoute } from '@tanstack/react-router';
import { LoginPage } from '../features/session/LoginPage.tsx';
import { loginOptionsQuery } from '../features/session/login-options-query.ts';
import { LoginSearch } from '../features/session/next-page.ts';

export const Route = createFileRoute('/login')({
  validateSearch: LoginSearch,
  loader: ({ context }) => context.queryClient.ensureQueryData(loginOptionsQuery),
  component: () => <LoginPage {...Route.useSearch()} />,
});
