import { allows, type Permission, type Role, rolePermissions } from '@parley/contract';
import type { Principal } from '../kernel/principal.ts';
import { RequestError } from '../kernel/request-error.ts';

function lacking(principal: Principal, wanted: readonly Permission[]): Permission | undefined {
  return wanted.find((permission) => !allows(principal.permissions, permission));
}

const whose = ({ actor }: Principal) => (actor.type === 'user' ? 'your role' : 'this API key');

/** 403 where a key would get a permission that its maker lacks. */
export function refuseGranting(principal: Principal, permissions: readonly Permission[]): void {
  const lacked = lacking(principal, permissions);
  if (lacked === undefined) return;
  const message = `A key can be given no more than its maker may: ${whose(principal)} lacks ${lacked}.`;
  throw new RequestError('forbidden', message, { param: 'permissions' });
}

/** 403 where a user would get, or has, a role with more permissions than the caller. */
export function refuseRole(principal: Principal, role: Role): void {
  const lacked = lacking(principal, rolePermissions[role]);
  if (lacked === undefined) return;
  const message = `A user with the role ${role} may do more than ${whose(principal)}, which lacks ${lacked}.`;
  throw new RequestError('forbidden', message, { param: 'role' });
}
