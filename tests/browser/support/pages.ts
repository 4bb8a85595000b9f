import type { Service } from '../../support/service.ts';

export interface DashboardPage {
  /** Of its screenshots. */
  name: string;
  path: string;
  /** Seen without a login. */
  isPublic?: boolean;
}

/** Every page of the dashboard, for what holds for all of them. A new page is added here. */
export async function allPages(service: Service): Promise<DashboardPage[]> {
  const { body: agents } = await service.request('GET', '/agents');
  const agentId: string = agents.data[0].agent_id;
  return [
    { name: 'login', path: '/login', isPublic: true },
    { name: 'used-link', path: '/welcome/used', isPublic: true },
    { name: 'home', path: '/' },
    { name: 'first-minute', path: '/welcome' },
    { name: 'agents', path: '/agents' },
    { name: 'agent-new', path: '/agents/new' },
    { name: 'agent', path: `/agents/${agentId}` },
    { name: 'agent-versions', path: `/agents/${agentId}/versions` },
  ];
}
