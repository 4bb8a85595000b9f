import type { Permission } from '@parley/contract';
import { accountOfKey, createKey, listOperatorsKeys, revokeKey, rotateKey } from '../accounts/keys.ts';
import { operatorOf } from '../kernel/principal.ts';
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

const show = (keyId: string, apiKey: string) => `Key      ${keyId}\nAPI key  ${apiKey}   (shown once: keep it)`;

export const makeKey: RunCommand = async ({ db, options }) => {
  const expiresIn = options['expires-in'];
  const expiry = expiresIn === undefined ? {} : { expiresInS: seconds('expires-in', expiresIn, 1) };
  const named = permissionsNamed(options.permissions!);
  const { account_id: accountId } = await accountNamed(db, options.account!);
  const { key_id: keyId, api_key: apiKey } = await db.transaction((tx) =>
    createKey(tx, operatorOf(accountId), { name: options.name ?? null, permissions: named, ...expiry }),
  );
  return { json: { key_id: keyId, api_key: apiKey }, text: show(keyId, apiKey) };
};

export const listAllKeys: RunCommand = async ({ db, options }) => {
  if (options.account !== undefined) await accountNamed(db, options.account);
  const keys = await listOperatorsKeys(db, options.account);
  const text = table(keys.map((key) => ({ ...key, permissions: key.permissions.join(',') })));
  return { json: { data: keys, total: keys.length }, text };
};

export const replaceKey: RunCommand = async ({ db, options, words }) => {
  const [keyId] = words as [string];
  const overlapS = options.overlap === undefined ? DEFAULT_OVERLAP_S : seconds('overlap', options.overlap, 0);
  const key = await db.transaction(async (tx) => {
    const accountId = await accountOfKey(tx, keyId);
    return accountId === undefined ? undefined : rotateKey(tx, operatorOf(accountId), keyId, overlapS);
  });
  if (!key) throw noSuchKey(keyId, 'valid key');
  return {
    json: { key_id: key.key_id, api_key: key.api_key, replaces: keyId, overlap: overlapS },
    text: `${show(key.key_id, key.api_key)}\n${keyId} stays valid for ${overlapS} s.`,
  };
};

export const invalidateKey: RunCommand = async ({ db, words }) => {
  const [keyId] = words as [string];
  const isKnown = await db.transaction(async (tx) => {
    const accountId = await accountOfKey(tx, keyId);
    if (accountId === undefined) return false;
    await revokeKey(tx, operatorOf(accountId), keyId);
    return true;
  });
  if (!isKnown) throw noSuchKey(keyId, 'key');
  return { json: { key_id: keyId, revoked: true }, text: `${keyId} is revoked.` };
};
