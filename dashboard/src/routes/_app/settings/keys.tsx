import { createFileRoute } from '@tanstack/react-router';
import { KeysPage } from '../../../features/keys/KeysPage.tsx';
import { keysQuery } from '../../../features/keys/keys-query.ts';

export const Route = createFileRoute('/_app/settings/keys')({
  loader: ({ context }) => context.queryClient.ensureQueryData(keysQuery),
  component: KeysPage,
});
