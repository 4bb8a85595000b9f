import { hash } from 'node:crypto';
import type { SipRequest } from '../messages/message.ts';
import type { Hop } from '../transports/transport.ts';
import { madeAtMs } from './nonces.ts';

/** Nonces in use at a time: more than a registrar takes requests in the life of a nonce. */
const MOST_NONCES = 16_384;

interface Use {
  count: number;
  /** Which request it was. */
  request: string;
}

/**
 * How often each nonce was used: a count that does not grow is that of a replay (RFC 7616 section 3.4). A copy of the request
 * that used it last, from where that came, is no second use: what is answered without a transaction is asked again by UDP.
 */
export class NonceCounts {
  readonly #most: number;
  readonly #uses = new Map<string, Use>();
  /** Of nonces that were made up to then it is not known any more whether they were used: milliseconds since 1970. */
  #forgottenMs = 0;

  constructor(most = MOST_NONCES) {
    this.#most = most;
  }

  get size(): number {
    return this.#uses.size;
  }

  /** False: it was used before. `nonce`: one of ours, whose credentials were right. `count`: `nc`. */
  take(nonce: string, count: number, request: SipRequest, source: Hop): boolean {
    const use = this.#uses.get(nonce);
    const identity = identityOf(request, source);
    if (use?.request === identity && use.count === count) return true;
    if (count <= (use?.count ?? 0) || (!use && madeAtMs(nonce) <= this.#forgottenMs)) return false;
    // The one that was used last is the last of the map.
    this.#uses.delete(nonce);
    this.#uses.set(nonce, { count, request: identity });
    this.#forgetOldest();
    return true;
  }

  #forgetOldest(): void {
    if (this.#uses.size <= this.#most) return;
    const [oldest] = this.#uses.keys();
    this.#uses.delete(oldest!);
    this.#forgottenMs = Math.max(this.#forgottenMs, madeAtMs(oldest!));
  }
}

/** RFC 3261 section 17.2.3, and where a response would go. */
function identityOf({ method, callId, cseq, topVia }: SipRequest, { protocol, host, port }: Hop): string {
  return hash('sha256', [method, callId, cseq.number, topVia.branch, protocol, host, port].join('\n'), 'base64url');
}
