import { createFileRoute } from '@tanstack/react-router';
import { invitationQuery } from '../features/session/invitation-query.ts';
import { UsedLink } from '../features/session/UsedLink.tsx';
import { WelcomePage } from '../features/session/WelcomePage.tsx';

export const Route = createFileRoute('/welcome/$token')({
  loader: ({ context, params }) => context.queryClient.ensureQueryData(invitationQuery(params.token)),
  component: () => <WelcomePage token={Route.useParams().token} />,
  errorComponent: UsedLink,
});
