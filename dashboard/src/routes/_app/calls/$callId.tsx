import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { callQuery } from '../../../features/calls/call-queries.ts';
import { CallPage } from '../../../features/calls/page/CallPage.tsx';
import { CallTab } from '../../../features/calls/page/call-tab.ts';

export const Route = createFileRoute('/_app/calls/$callId')({
  validateSearch: z.object({ tab: CallTab.optional().catch(undefined) }),
  loader: ({ context, params }) => context.queryClient.ensureQueryData(callQuery(params.callId)),
  component: () => <CallPage callId={Route.useParams().callId} tab={Route.useSearch().tab ?? 'transcript'} />,
});
