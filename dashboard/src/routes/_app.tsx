import { createFileRoute, Outlet } from '@tanstack/react-router';
import { Shell } from '../shell/Shell.tsx';

export const Route = createFileRoute('/_app')({ component: SignedIn });

function SignedIn() {
  return (
    <Shell>
      <Outlet />
    </Shell>
  );
}
