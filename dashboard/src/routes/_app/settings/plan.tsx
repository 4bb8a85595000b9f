import { createFileRoute } from '@tanstack/react-router';
import { PlanPage } from '../../../features/account/PlanPage.tsx';
import { usageQuery } from '../../../features/account/usage-query.ts';

export const Route = createFileRoute('/_app/settings/plan')({
  loader: ({ context }) => context.queryClient.ensureQueryData(usageQuery),
  component: PlanPage,
});
