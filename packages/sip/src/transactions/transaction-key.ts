import type { SipRequest, SipResponse } from '../messages/message.ts';
import { BRANCH_COOKIE, type Via } from '../messages/via.ts';

/** RFC 3261 section 17.1.3: responses find their transaction by branch and method (CANCEL shares the branch of its INVITE). */
export function clientKey(message: SipRequest | SipResponse): string {
  return clientKeyOf(message.topVia, message.cseq.method);
}

export function clientKeyOf(via: Via, method: string): string {
  return `${via.branch ?? ''} ${method}`;
}

/**
 * RFC 3261 section 17.2.3: by branch, sent-by and method; for a sender of RFC 2543 that gives no real branch, by what else
 * identifies its request. ACK belongs to the INVITE; `method` looks for another request than the given one (that which CANCEL means).
 */
export function serverKey(request: SipRequest, method = request.method === 'ACK' ? 'INVITE' : request.method): string {
  const key = serverKeyOf(request.topVia, method);
  if (key !== null) return key;
  // Without the To tag: the ACK has one, and the INVITE that it belongs to has not.
  const { number } = request.cseq;
  return `2543 ${request.uri} ${request.fromTag ?? ''} ${request.callId} ${number} ${request.headers.get('via')} ${method}`;
}

/** Null for a branch that identifies nothing: of RFC 2543, or the cookie alone. */
export function serverKeyOf({ branch, host, port }: Via, method: string): string | null {
  if (!branch || branch.length <= BRANCH_COOKIE.length || !branch.startsWith(BRANCH_COOKIE)) return null;
  return `${branch} ${host.toLowerCase()}:${port ?? ''} ${method}`;
}

/**
 * RFC 3261 section 8.2.2.2: the same for all copies of a request that reach us over several paths. Null for requests in a
 * dialog, and for those that cannot be distinguished.
 */
export function mergeKey(request: SipRequest): string | null {
  const { fromTag, cseq } = request;
  if (fromTag === null || request.toTag !== null) return null;
  return `${fromTag} ${request.callId} ${cseq.number} ${cseq.method}`;
}
