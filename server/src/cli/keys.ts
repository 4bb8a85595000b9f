import { Permission } from '@parley/contract';
import { findAccount } from '../accounts/accounts.ts';
import { createKey, type ListedKey, listKeys, revokeKey, rotateKey } from '../accounts/keys.ts';
import { type ParsedArguments, required, UsageError } from './arguments.ts';
import { type Command, table } from './command.ts';

function permissionsNamed(list: string): Permission[] {
  return list.split(',').map((name) => {
    const permission = Permission.safeParse(name.trim());
    if (permission.success) return permission.data;
    throw new UsageError(`${name.trim()} is not a permission; ${Permission.options.join(', ')} are`);
  });
}

const DEFAULT_OVERLAP_S = 24 * 3600;

function seconds(parsed: ParsedArguments, name: string, fallback: number): number {
  const text = parsed.options[name];
  if (text === undefined) return fallback;
  if (!/^\d{1,9}$/.test(text)) throw new UsageError(`--${name} takes a whole number of seconds, not ${text}`);
  return Number(text);
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
    usage: 'keys create --account ACCOUNT --permissions calls:read,calls:write,… [--expires-in SECONDS]',
    summary: 'make an API key',
    async run({ db, parsed }) {
      const accountId = required(parsed, 'account');
      const permissions = permissionsNamed(required(parsed, 'permissions'));
      if (!(await findAccount(db, accountId))) {
        throw new UsageError(`there is no account ${accountId}; "accounts list" shows them`);
      }
      const key = await createKey(db, {
        accountId,
        permissions,
        ...(parsed.options['expires-in'] === undefined ? {} : { expiresInS: seconds(parsed, 'expires-in', 0) }),
      });
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
    name: 'keys rotate',
    usage: 'keys rotate KEY [--overlap SECONDS]',
    summary: 'make a new key with the same permissions; the old one stays valid for the overlap (a day when left out)',
    async run({ db, parsed, words }) {
      const [keyId = ''] = words;
      const overlapS = seconds(parsed, 'overlap', DEFAULT_OVERLAP_S);
      const key = await db.transaction((tx) => rotateKey(tx, keyId, overlapS));
      if (!key) throw new UsageError(`there is no valid key ${keyId}; "keys list" shows them`);
      return {
        json: { key_id: key.keyId, api_key: key.apiKey, replaces: keyId, overlap: overlapS },
        text: `Key      ${key.keyId}\nAPI key  ${key.apiKey}   (shown once: keep it)\n${keyId} stays valid for ${overlapS} s.`,
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
