import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const LIFETIME_MS = 60_000;
const UNIQUE_BYTES = 8;
const MAC_LENGTH = 32;

/** Nonces that need no memory: a time, and a code that only we can make for it and for the host that was asked (RFC 7616 section 5.4). */
export class Nonces {
  readonly #secret = randomBytes(32);
  readonly #nowMs: () => number;

  constructor(nowMs: () => number = Date.now) {
    this.#nowMs = nowMs;
  }

  /** No two are alike: each is counted by one client alone (RFC 7616 section 3.4). */
  make(host: string): string {
    return this.#signed(`${this.#nowMs().toString(36)}-${randomBytes(UNIQUE_BYTES).toString('hex')}`, host);
  }

  judge(nonce: string, host: string): 'fresh' | 'stale' | 'foreign' {
    const [stamp = ''] = nonce.split('.', 1);
    const own = Buffer.from(this.#signed(stamp, host));
    const given = Buffer.from(nonce);
    if (own.length !== given.length || !timingSafeEqual(own, given)) return 'foreign';
    return this.#nowMs() - madeAtMs(nonce) <= LIFETIME_MS ? 'fresh' : 'stale';
  }

  #signed(stamp: string, host: string): string {
    const mac = createHmac('sha256', this.#secret).update(`${stamp} ${host}`).digest('hex').slice(0, MAC_LENGTH);
    return `${stamp}.${mac}`;
  }
}

/** When one of our nonces was made: milliseconds since 1970. */
export function madeAtMs(nonce: string): number {
  return Number.parseInt(nonce.split('-', 1)[0]!, 36);
}
