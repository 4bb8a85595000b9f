import { Inbox, ListInbox } from './inbox.ts';
import { Empty } from './routes/route.ts';
import { Webhook } from './webhook.ts';

/** What the page of the inbox needs below `/dashboard/api`. */
export const webhookDashboardRoutes = {
  readInbox: {
    method: 'GET',
    path: '/inbox',
    summary: 'Read what came to the inbox',
    permission: 'webhooks:write',
    query: ListInbox,
    success: { status: 200, body: Inbox },
    errors: [],
  },
  openInbox: {
    method: 'POST',
    path: '/inbox',
    summary: 'Make the webhook that leads to the inbox',
    permission: 'webhooks:write',
    body: Empty,
    bodyOptional: true,
    success: { status: 201, statusIfPresent: 200, body: Webhook },
    errors: [],
  },
} as const;
