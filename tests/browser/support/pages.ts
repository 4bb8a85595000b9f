import type { Service } from '../../support/service.ts';
import { fillWithBatches } from './sample-batches.ts';

export interface DashboardPage {
  /** Of its screenshots. */
  name: string;
  path: string;
  /** Seen without a login. */
  isPublic?: boolean;
}

/** Every page of the dashboard, for what holds for all of them. A new page is added here. Some call has to be over that was answered, and one that was not. */
export async function allPages(service: Service): Promise<DashboardPage[]> {
  const [agents, calls, talks] = await Promise.all([
    service.request('GET', '/agents'),
    service.request('GET', '/calls?status=failed'),
    service.request('GET', '/calls?status=completed'),
  ]);
  const agentId: string = agents.body.data[0].agent_id;
  const callId: string = calls.body.data[0].call_id;
  const talkId: string = talks.body.data[0].call_id;
  const { batchId, webhookId } = await fillWithBatches(service);
  return [
    { name: 'login', path: '/login', isPublic: true },
    { name: 'used-link', path: '/welcome/used', isPublic: true },
    { name: 'home', path: '/' },
    { name: 'first-minute', path: '/welcome' },
    { name: 'agents', path: '/agents' },
    { name: 'agent-new', path: '/agents/new' },
    { name: 'agent', path: `/agents/${agentId}` },
    { name: 'agent-versions', path: `/agents/${agentId}/versions` },
    { name: 'calls', path: '/calls' },
    { name: 'numbers', path: '/numbers' },
    { name: 'trunks', path: '/trunks' },
    { name: 'trunk-new', path: '/trunks?trunk=new' },
    { name: 'call', path: `/calls/${talkId}` },
    { name: 'call-failed', path: `/calls/${callId}` },
    { name: 'call-responses', path: `/calls/${talkId}?tab=timing` },
    { name: 'call-events', path: `/calls/${talkId}?tab=events` },
    { name: 'analytics', path: '/analytics' },
    { name: 'nowhere', path: '/settings/nothing-like-that' },
    { name: 'batches', path: '/batches' },
    { name: 'batch', path: `/batches/${batchId}` },
    { name: 'new-batch', path: '/batches/new' },
    { name: 'webhooks', path: '/settings/webhooks' },
    { name: 'webhook', path: `/settings/webhooks/${webhookId}` },
    { name: 'webhook-inbox', path: '/settings/webhooks/inbox' },
    { name: 'suppressions', path: '/settings/suppressions' },
    { name: 'retention', path: '/settings/retention' },
    ...['profile', 'security', 'sessions', 'account', 'plan', 'users', 'audit', 'keys'].map((page) => ({
      name: `settings-${page}`,
      path: `/settings/${page}`,
    })),
  ];
}
