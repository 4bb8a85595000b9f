import { allows, type Permission, Role, rolePermissions } from '@parley/contract';

export const roleNames: Record<Role, string> = { owner: 'Owner', admin: 'Admin', member: 'Member', viewer: 'Viewer' };

export const roleMeanings: Record<Role, string> = {
  owner: 'Everything, including the account itself and its owners.',
  admin: 'Everything but the account itself and its owners.',
  member: 'Works with calls, agents, batches and webhooks; sees numbers.',
  viewer: 'Sees calls, agents and numbers, and changes nothing.',
};

/** Whether a user with these permissions may create, change or remove a user with this role. */
export function mayManage(held: readonly Permission[], role: Role): boolean {
  return rolePermissions[role].every((permission) => allows(held, permission));
}

export function manageableRoles(held: readonly Permission[]): Role[] {
  return Role.options.filter((role) => mayManage(held, role));
}
