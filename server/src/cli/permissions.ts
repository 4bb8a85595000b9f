import type { Permission } from '@parley/contract';

/** All of them, without the schemas that the contract brings along. */
const known = {
  'calls:read': true,
  'calls:write': true,
  'agents:read': true,
  'agents:write': true,
  'webhooks:write': true,
  'numbers:read': true,
  'numbers:write': true,
  'providers:write': true,
  'keys:write': true,
  'users:write': true,
  'account:write': true,
} satisfies Record<Permission, true>;

export const permissions = Object.keys(known) as Permission[];
