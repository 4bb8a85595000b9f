import { Permission } from '@parley/contract';
import { findAccount } from '../accounts/accounts.ts';
import { createKey, type ListedKey, listKeys, revokeKey } from '../accounts/keys.ts';
import { required, UsageError } from './arguments.ts';
import { type Command, table } from './command.ts';

function permissionsNamed(list: string): Permission[] {
  return list.split(',').map((name) => {
    const permission = Permission.safeParse(name.trim());
    if (permission.success) return permission.data;
    throw new UsageError(`${name.trim()} is not a permission; ${Permission.options.join(', ')} are`);
  });
}

const unixSeconds = (date: Date | null) => (date === null ? null : Math.floor(date.getTime() / 1000));

function listed(key: ListedKey) {
  return {
    key_id: key.key_id,
    account_id: key.account_id,
    last_four: key.last_four,
    permissions: key.permissions,
    created_at: unixSeconds(key.created_at),
    last_used_at: unixSeconds(key.last_used_at),
    expires_at: unixSeconds(key.expires_at),
    revoked_at: unixSeconds(key.revoked_at),
  };
}

export const keyCommands: Command[] = [
  {
    name: 'keys create',
    usage: 'keys create --account ACCOUNT --permissions calls:read,calls:write,…',
    summary: 'make an API key',
    async run({ db, parsed }) {
      const accountId = required(parsed, 'account');
      const permissions = permissionsNamed(required(parsed, 'permissions'));
      if (!(await findAccount(db, accountId))) {
        throw new UsageError(`there is no account ${accountId}; "accounts list" shows them`);
      }
      const key = await createKey(db, { accountId, permissions });
      return {
        json: { key_id: key.keyId, api_key: key.apiKey },
        text: `Key      ${key.keyId}\nAPI key  ${key.apiKey}   (shown once: keep it)`,
      };
    },
  },
  {
    name: 'keys list',
    usage: 'keys list [--account ACCOUNT]',
    summary: 'list the API keys, without the keys themselves',
    async run({ db, parsed }) {
      const keys = (await listKeys(db, parsed.options.account)).map(listed);
      return {
        json: { data: keys, total: keys.length },
        text: table(keys.map((key) => ({ ...key, permissions: key.permissions.join(',') }))),
      };
    },
  },
  {
    name: 'keys revoke',
    usage: 'keys revoke KEY',
    summary: 'make an API key invalid at once',
    async run({ db, words }) {
      const [keyId = ''] = words;
      if (!(await revokeKey(db, keyId))) throw new UsageError(`there is no key ${keyId}; "keys list" shows them`);
      return { json: { key_id: keyId, revoked: true }, text: `${keyId} is revoked.` };
    },
  },
];
