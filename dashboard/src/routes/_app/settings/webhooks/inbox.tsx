import { createFileRoute } from '@tanstack/react-router';
import { InboxPage } from '../../../../features/webhooks/InboxPage.tsx';

export const Route = createFileRoute('/_app/settings/webhooks/inbox')({ component: InboxPage });
