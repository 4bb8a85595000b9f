import type { Permission } from '@parley/contract';
import { createKey, type ListedKey, listKeys, revokeKey, rotateKey } from '../accounts/keys.ts';
import { accountNamed } from './accounts.ts';
import type { RunCommand } from './command.ts';
import { CommandError } from './command-error.ts';
import { permissions } from './permissions.ts';
import { table } from './table.ts';

function permissionsNamed(list: string): Permission[] {
  return list.split(',').map((item) => {
    const name = item.trim();
    const permission = permissions.find((known) => known === name);
    if (permission) return permission;
    const message = `"${name}" is not a permission; ${permissions.join(', ')} are.`;
    throw new CommandError('invalid_request', message, 'permissions');
  });
}

const DEFAULT_OVERLAP_S = 24 * 3600;

function seconds(name: string, text: string, atLeast: 0 | 1): number {
  if (/^\d{1,9}$/.test(text) && Number(text) >= atLeast) return Number(text);
  const message = `--${name} takes a whole number of seconds, at least ${atLeast}, not ${text}.`;
  throw new CommandError('invalid_request', message, name);
}

function noSuchKey(keyId: string, which: string): CommandError {
  const message = `There is no ${which} ${keyId}. "keys list" shows them.`;
  return new CommandError('not_found', message, 'key');
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

export const makeKey: RunCommand = async ({ db, options }) => {
  const expiresIn = options['expires-in'];
  const expiry = expiresIn === undefined ? {} : { expiresInS: seconds('expires-in', expiresIn, 1) };
  const named = permissionsNamed(options.permissions!);
  const { account_id: accountId } = await accountNamed(db, options.account!);
  const key = await createKey(db, { accountId, permissions: named, ...expiry });
  return {
    json: { key_id: key.keyId, api_key: key.apiKey },
    text: `Key      ${key.keyId}\nAPI key  ${key.apiKey}   (shown once: keep it)`,
  };
};

export const listAllKeys: RunCommand = async ({ db, options }) => {
  if (options.account !== undefined) await accountNamed(db, options.account);
  const keys = (await listKeys(db, options.account)).map(listed);
  const text = table(keys.map((key) => ({ ...key, permissions: key.permissions.join(',') })));
  return { json: { data: keys, total: keys.length }, text };
};

export const replaceKey: RunCommand = async ({ db, options, words }) => {
  const [keyId] = words as [string];
  const overlapS = options.overlap === undefined ? DEFAULT_OVERLAP_S : seconds('overlap', options.overlap, 0);
  const key = await db.transaction((tx) => rotateKey(tx, keyId, overlapS));
  if (!key) throw noSuchKey(keyId, 'valid key');
  return {
    json: { key_id: key.keyId, api_key: key.apiKey, replaces: keyId, overlap: overlapS },
    text: `Key      ${key.keyId}\nAPI key  ${key.apiKey}   (shown once: keep it)\n${keyId} stays valid for ${overlapS} s.`,
  };
};

export const invalidateKey: RunCommand = async ({ db, words }) => {
  const [keyId] = words as [string];
  if (!(await revokeKey(db, keyId))) throw noSuchKey(keyId, 'key');
  return { json: { key_id: keyId, revoked: true }, text: `${keyId} is revoked.` };
};
