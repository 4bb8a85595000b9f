import { Permission } from '@parley/contract';
import { createKey, type ListedKey, listKeys, revokeKey, rotateKey } from '../accounts/keys.ts';
import { RequestError } from '../kernel/request-error.ts';
import { accountNamed } from './accounts.ts';
import { type Command, table } from './command.ts';

function permissionsNamed(list: string): Permission[] {
  return list.split(',').map((name) => {
    const permission = Permission.safeParse(name.trim());
    if (permission.success) return permission.data;
    const message = `"${name.trim()}" is not a permission; ${Permission.options.join(', ')} are.`;
    throw new RequestError('invalid_request', message, { param: 'permissions' });
  });
}

const DEFAULT_OVERLAP_S = 24 * 3600;

function seconds(name: string, text: string, atLeast: 0 | 1): number {
  if (/^\d{1,9}$/.test(text) && Number(text) >= atLeast) return Number(text);
  const message = `--${name} takes a whole number of seconds, at least ${atLeast}, not ${text}.`;
  throw new RequestError('invalid_request', message, { param: name });
}

function noSuchKey(keyId: string, which: string): RequestError {
  const message = `There is no ${which} ${keyId}. "keys list" shows them.`;
  return new RequestError('not_found', message, { param: 'key' });
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
    options: [
      { name: 'account', value: 'ACCOUNT', needed: true },
      { name: 'permissions', value: 'PERMISSIONS', needed: true },
      { name: 'expires-in', value: 'SECONDS' },
    ],
    summary: 'make an API key',
    async run({ db, options }) {
      const permissions = permissionsNamed(options.permissions!);
      const expiresIn = options['expires-in'];
      const expiry = expiresIn === undefined ? {} : { expiresInS: seconds('expires-in', expiresIn, 1) };
      const { account_id: accountId } = await accountNamed(db, options.account!);
      const key = await createKey(db, { accountId, permissions, ...expiry });
      return {
        json: { key_id: key.keyId, api_key: key.apiKey },
        text: `Key      ${key.keyId}\nAPI key  ${key.apiKey}   (shown once: keep it)`,
      };
    },
  },
  {
    name: 'keys list',
    options: [{ name: 'account', value: 'ACCOUNT' }],
    summary: 'list the API keys, without the keys themselves',
    async run({ db, options }) {
      if (options.account !== undefined) await accountNamed(db, options.account);
      const keys = (await listKeys(db, options.account)).map(listed);
      return {
        json: { data: keys, total: keys.length },
        text: table(keys.map((key) => ({ ...key, permissions: key.permissions.join(',') }))),
      };
    },
  },
  {
    name: 'keys rotate',
    words: ['KEY'],
    options: [{ name: 'overlap', value: 'SECONDS' }],
    summary: 'make a new key with the same permissions; the old one stays valid for the overlap (a day when left out)',
    async run({ db, options, words }) {
      const [keyId] = words as [string];
      const overlapS = options.overlap === undefined ? DEFAULT_OVERLAP_S : seconds('overlap', options.overlap, 0);
      const key = await db.transaction((tx) => rotateKey(tx, keyId, overlapS));
      if (!key) throw noSuchKey(keyId, 'valid key');
      return {
        json: { key_id: key.keyId, api_key: key.apiKey, replaces: keyId, overlap: overlapS },
        text: `Key      ${key.keyId}\nAPI key  ${key.apiKey}   (shown once: keep it)\n${keyId} stays valid for ${overlapS} s.`,
      };
    },
  },
  {
    name: 'keys revoke',
    words: ['KEY'],
    summary: 'make an API key invalid at once',
    async run({ db, words }) {
      const [keyId] = words as [string];
      if (!(await revokeKey(db, keyId))) throw noSuchKey(keyId, 'key');
      return { json: { key_id: keyId, revoked: true }, text: `${keyId} is revoked.` };
    },
  },
];
