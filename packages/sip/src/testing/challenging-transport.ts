import { randomUUID } from 'node:crypto';
import { digestResponse, formatNonceCount } from '../authentication/digest.ts';
import { createResponse } from '../messages/create-response.ts';
import type { SipRequest } from '../messages/message.ts';
import { parseMessage } from '../messages/parse-message.ts';
import { serializeMessage } from '../messages/serialize-message.ts';
import type { Scheduler } from '../scheduler.ts';
import { responseHop } from '../transports/source.ts';
import type { Hop, OpenTransport, Transport } from '../transports/transport.ts';

const REALM = 'lossy';
const T1_MS = 500;
const T2_MS = 4000;
const TIMER_H_MS = 32_000;

export interface Account {
  readonly username: string;
  readonly password: string;
}

/**
 * Wants credentials of INVITE and BYE before a peer hears of them, as a trunk does (RFC 3261 section 22; ACK and CANCEL cannot be
 * challenged). The 407 to an INVITE is repeated until its ACK comes (section 17.2.1).
 */
export function challenging(open: OpenTransport, account: Account, scheduler: Scheduler): OpenTransport {
  const nonce = randomUUID();
  const unacknowledged = new Set<string>(); // branches
  return async (local, receive): Promise<Transport> => {
    const challenge = (request: SipRequest, source: Hop) => {
      const headers = {
        'Proxy-Authenticate': `Digest realm="${REALM}", nonce="${nonce}", algorithm=SHA-256, qop="auth"`,
      };
      const bytes = serializeMessage(createResponse(request, 407, { headers, toTag: 'challenge' }));
      const hop = responseHop(request, source);
      const send = () => transport.send(bytes, hop, () => {});
      send();
      const branch = request.topVia.branch ?? '';
      if (request.method !== 'INVITE' || unacknowledged.has(branch)) return;
      unacknowledged.add(branch);
      const repeat = (intervalMs: number, sinceMs: number) => {
        scheduler.schedule(intervalMs, () => {
          if (!unacknowledged.has(branch)) return;
          if (sinceMs + intervalMs >= TIMER_H_MS) unacknowledged.delete(branch);
          else {
            send();
            repeat(Math.min(2 * intervalMs, T2_MS), sinceMs + intervalMs);
          }
        });
      };
      repeat(T1_MS, 0);
    };
    const transport = await open(local, (bytes, source) => {
      const parsed = parseMessage(bytes);
      const request = parsed.kind === 'message' && parsed.message.kind === 'request' ? parsed.message : null;
      const isChallenge = request?.method === 'INVITE' || request?.method === 'BYE';
      if (isChallenge && !isAuthorized(request, nonce, account)) challenge(request, source);
      else if (request?.method !== 'ACK' || !unacknowledged.delete(request.topVia.branch ?? '')) receive(bytes, source);
    });
    return transport;
  };
}

function isAuthorized({ method, headers, body }: SipRequest, nonce: string, account: Account): boolean {
  const value = headers.get('proxy-authorization');
  if (value === null) return false;
  const param = (name: string) => new RegExp(`\\b${name}="?([^",]+)`).exec(value)?.[1] ?? '';
  const nonceCount = Number.parseInt(param('nc'), 16);
  const expected = digestResponse({
    ...{ ...account, algorithm: 'SHA-256', isSession: false, realm: REALM, nonce, method, body, qop: 'auth' },
    ...{ uri: param('uri'), cnonce: param('cnonce'), nonceCount },
  });
  return param('nc') === formatNonceCount(nonceCount) && param('response') === expected;
}
