import { z } from 'zod';

export const Permission = z.enum([
  'calls:read',
  'calls:write',
  'agents:read',
  'agents:write',
  'webhooks:write',
  'numbers:read',
  'numbers:write',
  'providers:write',
  'keys:write',
  'users:write',
  'account:write',
]);
export type Permission = z.infer<typeof Permission>;

/** What a role may do is what its permissions say, and nothing else. */
export const Role = z.enum(['owner', 'admin', 'member', 'viewer']).meta({
  description: 'owner: everything; admin: all but owners and the account itself; member: works; viewer: reads',
});
export type Role = z.infer<typeof Role>;

const reading: readonly Permission[] = ['calls:read', 'agents:read', 'numbers:read'];

export const rolePermissions: Record<Role, readonly Permission[]> = {
  owner: Permission.options,
  admin: Permission.options.filter((permission) => permission !== 'account:write'),
  member: [...reading, 'calls:write', 'agents:write', 'webhooks:write'],
  viewer: reading,
};

/** A permission to change numbers includes reading them; no other includes anything. */
const includes: Partial<Record<Permission, Permission>> = { 'numbers:write': 'numbers:read' };

/** Whether the permissions that are held allow what needs `needed`. */
export function allows(held: readonly Permission[], needed: Permission): boolean {
  return held.some((permission) => permission === needed || includes[permission] === needed);
}
