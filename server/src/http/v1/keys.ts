import type { ApiKey, routes } from '@parley/contract';
import { refuseGranting } from '../../accounts/grants.ts';
import { changeKey, createKey, findKey, listKeys, revokeKey, rotateKey } from '../../accounts/keys.ts';
import { RequestError } from '../../kernel/request-error.ts';
import type { EndpointHandler } from '../endpoint.ts';
import type { ApiDependencies } from './dependencies.ts';

type Routes = typeof routes;

const DEFAULT_OVERLAP_S = 24 * 3600;

function noSuchKey(keyId: string): RequestError {
  const message = `There is no key ${keyId}. GET /v1/keys lists yours.`;
  return new RequestError('not_found', message, { param: 'key_id' });
}

async function ownKey(api: ApiDependencies, accountId: string, keyId: string): Promise<ApiKey> {
  const key = await findKey(api.db, accountId, keyId);
  if (!key) throw noSuchKey(keyId);
  return key;
}

export function listKeysEndpoint(api: ApiDependencies): EndpointHandler<Routes['listKeys']> {
  return async ({ principal }) => {
    const keys = await listKeys(api.db, principal.accountId);
    return { body: { data: keys, total: keys.length } };
  };
}

export function createKeyEndpoint(api: ApiDependencies): EndpointHandler<Routes['createKey']> {
  return async ({ principal, body }) => {
    const { name, permissions, expires_in: expiresInS = null } = body;
    refuseGranting(principal, permissions);
    const key = await api.db.transaction((tx) => createKey(tx, principal, { name, permissions, expiresInS }));
    return { body: key, headers: { location: `${api.publicUrl()}/v1/keys/${key.key_id}` } };
  };
}

export function getKeyEndpoint(api: ApiDependencies): EndpointHandler<Routes['getKey']> {
  return async ({ principal, params }) => ({ body: await ownKey(api, principal.accountId, params.key_id!) });
}

export function updateKeyEndpoint(api: ApiDependencies): EndpointHandler<Routes['updateKey']> {
  return async ({ principal, params, body }) => {
    const key = await changeKey(api.db, principal, params.key_id!, body);
    if (!key) throw noSuchKey(params.key_id!);
    return { body: key };
  };
}

export function rotateKeyEndpoint(api: ApiDependencies): EndpointHandler<Routes['rotateKey']> {
  return async ({ principal, params, body }) => {
    const old = await ownKey(api, principal.accountId, params.key_id!);
    // The caller who rotates a key gets the new one.
    refuseGranting(principal, old.permissions);
    const key = await api.db.transaction((tx) =>
      rotateKey(tx, principal, old.key_id, body.overlap ?? DEFAULT_OVERLAP_S),
    );
    if (!key) {
      throw new RequestError('unprocessable', 'This key has expired. Create another one.', { param: 'key_id' });
    }
    return { body: key, headers: { location: `${api.publicUrl()}/v1/keys/${key.key_id}` } };
  };
}

export function revokeKeyEndpoint(api: ApiDependencies): EndpointHandler<Routes['revokeKey']> {
  return async ({ principal, params }) => {
    const isRevoked = await api.db.transaction((tx) => revokeKey(tx, principal, params.key_id!));
    if (!isRevoked) throw noSuchKey(params.key_id!);
    return { body: undefined };
  };
}
