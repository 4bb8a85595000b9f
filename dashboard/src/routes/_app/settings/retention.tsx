import { createFileRoute } from '@tanstack/react-router';
import { RetentionPage } from '../../../features/retention/RetentionPage.tsx';
import { retentionQuery } from '../../../features/retention/retention-query.ts';

export const Route = createFileRoute('/_app/settings/retention')({
  loader: ({ context }) => context.queryClient.ensureQueryData(retentionQuery),
  component: RetentionPage,
});
