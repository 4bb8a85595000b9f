import type { FastifyInstance } from 'fastify';
import type { Database } from '../db/index.ts';
import { RequestError } from '../kernel/request-error.ts';
import { inboxPath, receiveInInbox } from '../webhooks/inbox.ts';
import { JsonBody } from './body/json-body.ts';
import { clientOf } from './client-network.ts';
import { checkedParams, checkedQuery } from './parameters.ts';
import { rateHeaders } from './rate-headers.ts';
import { RateLimiter } from './rate-limiter.ts';

const LARGEST_BODY_BYTES = 256 * 1024;
/** From one client: each makes the database look. */
const MESSAGES_A_MINUTE = 600;
const LONGEST_HEADER = 255;
/** Headers that readers of the inbox must not see. */
const SECRET_HEADERS = new Set(['authorization', 'cookie', 'proxy-authorization']);

/**
 * The built-in receiver of webhooks: the signature is the permission, and a request without a valid one is not stored.
 * Parley's own deliveries do not come this way, but over `receiveInInbox` itself.
 */
export function registerInbox(app: FastifyInstance, { db }: { db: Database }): void {
  const clients = new RateLimiter(MESSAGES_A_MINUTE);
  app.post(inboxPath(':token'), { bodyLimit: LARGEST_BODY_BYTES }, async (request, reply) => {
    reply.headers(rateHeaders(clients.count(clientOf(request))));
    const { token = '' } = checkedParams(request.params);
    checkedQuery(request.query);
    const headers = Object.fromEntries(
      Object.entries(request.headers).flatMap(([name, value]) =>
        value === undefined || SECRET_HEADERS.has(name) ? [] : [[name, [value].flat().join(', ')]],
      ),
    );
    const result = await receiveInInbox(db, {
      path: inboxPath(token),
      headers,
      id: neededHeader(headers, 'webhook-id'),
      timestamp: neededHeader(headers, 'webhook-timestamp'),
      signature: neededHeader(headers, 'webhook-signature', 4096),
      body: textOf(request.body),
    });
    if (result === 'received') return reply.code(204).send();
    if (result === 'unknown') throw new RequestError('not_found', 'There is no inbox at this address.');
    if (result === 'malformed') {
      throw new RequestError('invalid_request', 'The body must be a JSON object with a text named type.');
    }
    const message = 'The signature is not one of this inbox, or is older than 5 minutes.';
    throw new RequestError('forbidden', message, { param: 'webhook-signature' });
  });
}

function neededHeader(headers: Record<string, string>, name: string, longest = LONGEST_HEADER): string {
  const value = headers[name];
  if (value !== undefined && value !== '' && value.length <= longest) return value;
  throw new RequestError('invalid_request', `The header ${name} of Standard Webhooks is missing or too long.`, {
    param: name,
  });
}

/** The bytes that were signed, as the text that they are. */
function textOf(body: unknown): string {
  try {
    if (body instanceof JsonBody) return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body.bytes);
  } catch {
    throw new RequestError('invalid_request', 'The body is not valid UTF-8.');
  }
  throw new RequestError('invalid_request', 'A JSON object is needed as the body.');
}
