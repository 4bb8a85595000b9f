import { createFileRoute } from '@tanstack/react-router';
import { WebhooksPage } from '../../../../features/webhooks/WebhooksPage.tsx';

export const Route = createFileRoute('/_app/settings/webhooks/')({ component: WebhooksPage });
