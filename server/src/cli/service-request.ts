import type { ErrorBody, Permission } from '@parley/contract';
import { createKey, revokeKey } from '../accounts/keys.ts';
import { operatorOf } from '../kernel/principal.ts';
import type { CommandContext } from './command.ts';
import { CommandError } from './command-error.ts';
import type { OperatorConfig } from './operator-config.ts';

interface ServiceRequest {
  accountId: string;
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below `/v1`. */
  path: string;
  body?: object;
  /** In the place of a body. */
  file?: { type: string; bytes: Uint8Array<ArrayBuffer> };
  /** What the request needs; `providers:write` when left out. */
  permission?: Permission | Permission[];
  /** How long it may take; a minute when left out. */
  withinS?: number;
}

/** Longer than the test of a vendor that does not answer. */
const LONGEST_S = 60;

/**
 * Asks the running service for what it alone can do: it has the key that seals the keys of vendors, and their addresses
 * are reached from there. A key for this one request represents the operator, and is revoked afterwards.
 */
export async function askService<Body>(
  { db, config }: Pick<CommandContext, 'db' | 'config'>,
  { accountId, method, path, body, file, permission = 'providers:write', withinS = LONGEST_S }: ServiceRequest,
): Promise<Body> {
  const operator = operatorOf(accountId);
  const { key_id: keyId, api_key: apiKey } = await db.transaction((tx) =>
    createKey(tx, operator, {
      name: `One request of the command line: ${method} /v1${path}`.slice(0, 100),
      permissions: [permission].flat(),
      expiresInS: withinS,
    }),
  );
  try {
    const response = await send(config.http, `/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${apiKey}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(file && { 'content-type': file.type }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(file && { body: file.bytes }),
      signal: AbortSignal.timeout(withinS * 1000),
    });
    const answer = response.status === 204 ? undefined : await response.json();
    if (response.ok) return answer as Body;
    const { code, message, param } = (answer as ErrorBody).error;
    throw new CommandError(code, message, param);
  } finally {
    await db.transaction((tx) => revokeKey(tx, operator, keyId));
  }
}

/**
 * The local address first: the public one may be a proxy that this host cannot reach, or the very thing to be tested.
 */
async function send(
  { localUrl, publicUrl }: OperatorConfig['http'],
  path: string,
  init: RequestInit,
): Promise<Response> {
  try {
    return await fetch(`${localUrl}${path}`, init);
  } catch (error) {
    if (!isRefused(error)) throw noService(localUrl);
  }
  try {
    return await fetch(`${publicUrl}${path}`, init);
  } catch {
    throw noService(localUrl === publicUrl ? publicUrl : `${localUrl} and ${publicUrl}`);
  }
}

/** Nothing was sent: it may be asked elsewhere. */
const isRefused = (error: unknown) =>
  ((error as Error).cause as NodeJS.ErrnoException | undefined)?.code === 'ECONNREFUSED';

const noService = (where: string) =>
  new CommandError('unprocessable', `No service answers at ${where}. Start it with npm start.`);
