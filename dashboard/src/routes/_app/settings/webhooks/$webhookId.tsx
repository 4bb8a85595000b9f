import { WebhookDelivery } from '@parley/contract';
import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { WebhookPage } from '../../../../features/webhooks/WebhookPage.tsx';
import { webhookQuery } from '../../../../features/webhooks/webhook-queries.ts';

export const Route = createFileRoute('/_app/settings/webhooks/$webhookId')({
  validateSearch: z.object({
    status: WebhookDelivery.shape.status.optional().catch(undefined),
    page: z.int().min(1).max(1000).optional().catch(undefined),
    delivery: z.string().optional().catch(undefined),
  }),
  loader: ({ context, params }) => context.queryClient.ensureQueryData(webhookQuery(params.webhookId)),
  component: Page,
});

function Page() {
  const { webhookId } = Route.useParams();
  const navigate = Route.useNavigate();
  return (
    <WebhookPage
      webhookId={webhookId}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true, resetScroll: false })}
    />
  );
}
