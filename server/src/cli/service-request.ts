import type { ErrorBody, Permission } from '@parley/contract';
import { createKey, revokeKey } from '../accounts/keys.ts';
import { operatorOf } from '../kernel/principal.ts';
import type { CommandContext } from './command.ts';
import { CommandError } from './command-error.ts';

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
 * Asks the running service for what it alone can do: it has the key that seals the keys of vendors, and their addresses are
 * reached from there. A key for this one request stands for the operator, and is revoked afterwards.
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
    const response = await send(`${config.http.publicUrl}/v1${path}`, {
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

async function send(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch {
    const { origin } = new URL(url);
    throw new CommandError(
      'unprocessable',
      `No service answers at ${origin}. Start it with npm start; where it is behind a proxy, PUBLIC_URL must lead to it from here too.`,
    );
  }
}
