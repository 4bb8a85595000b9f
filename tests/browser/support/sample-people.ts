import type { Service } from '../../support/service.ts';
import { makeUser } from './sign-in.ts';

/** Users in every state and keys of every kind. */
export async function fillWithPeople(service: Service): Promise<void> {
  await makeUser(service, 'member');
  await makeUser(service, 'viewer');
  const post = (path: string, body: object) => service.request('POST', path, { body });
  await post('/users', { email: 'new.colleague@example.com', role: 'admin' });
  await post('/keys', { name: 'Appointment reminders', permissions: ['calls:read', 'calls:write', 'agents:read'] });
  await post('/keys', { name: 'Weekly report', permissions: ['calls:read'], expires_in: 30 * 86_400 });
}
