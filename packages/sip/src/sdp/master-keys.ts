import { randomBytes } from 'node:crypto';
import { masterKeyBytes, type SrtpSuite } from '@parley/rtp/srtp-suites';
import type { CryptoAttribute } from './crypto-attribute.ts';

/** What is offered: the strongest tags of each cipher. Short tags are taken from peers that have no others. */
const OFFERED: readonly SrtpSuite[] = [
  'AES_CM_128_HMAC_SHA1_80',
  'AES_256_CM_HMAC_SHA1_80',
  'AEAD_AES_128_GCM',
  'AEAD_AES_256_GCM',
];

/**
 * What we encrypt one call with. A suite keeps its key from offer to offer: with the same key the packets' count goes on,
 * and no stretch of it is encrypted with a key that the peer has not got yet.
 */
export class MasterKeys {
  readonly #bySuite = new Map<SrtpSuite, Uint8Array>();

  get offered(): CryptoAttribute[] {
    return OFFERED.map((suite, index) => ({ tag: index + 1, suite, master: this.#keyFor(suite) }));
  }

  /** Our key under the tag and suite of the peer's. */
  answerTo({ tag, suite }: CryptoAttribute): CryptoAttribute {
    return { tag, suite, master: this.#keyFor(suite) };
  }

  #keyFor(suite: SrtpSuite): Uint8Array {
    const known = this.#bySuite.get(suite);
    if (known) return known;
    const master = Uint8Array.from(randomBytes(masterKeyBytes(suite)));
    this.#bySuite.set(suite, master);
    return master;
  }
}
