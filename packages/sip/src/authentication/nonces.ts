import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const LIFETIME_MS = 60_000;
const MAC_LENGTH = 32;

/** Nonces that need no memory: a time, and a code that only we can make for it and for the host that was asked (RFC 7616 section 5.4). */
export class Nonces {
  readonly #secret = randomBytes(32);
  readonly #nowMs: () => number;

  constructor(nowMs: () => number = Date.now) {
    this.#nowMs = nowMs;
  }

  make(host: string): string {
    return this.#signed(this.#nowMs().toString(36), host);
  }

  judge(nonce: string, host: string): 'fresh' | 'stale' | 'foreign' {
    const [time = ''] = nonce.split('.', 1);
    const own = Buffer.from(this.#signed(time, host));
    const given = Buffer.from(nonce);
    if (own.length !== given.length || !timingSafeEqual(own, given)) return 'foreign';
    return this.#nowMs() - Number.parseInt(time, 36) <= LIFETIME_MS ? 'fresh' : 'stale';
  }

  #signed(time: string, host: string): string {
    const mac = createHmac('sha256', this.#secret).update(`${time} ${host}`).digest('hex').slice(0, MAC_LENGTH);
    return `${time}.${mac}`;
  }
}
