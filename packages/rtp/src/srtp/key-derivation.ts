import { createCipheriv } from 'node:crypto';
import { parametersOf, type SrtpSuite } from './suite.ts';

/** RFC 3711 section 4.3.2. */
const LABELS = {
  rtp: { encryption: 0, authentication: 1, salt: 2 },
  rtcp: { encryption: 3, authentication: 4, salt: 5 },
} as const;
/** The key derivation's own salt has 112 bits; that of GCM is padded with zeros (RFC 7714 section 11). */
const DERIVATION_SALT_BYTES = 14;
const AUTHENTICATION_KEY_BYTES = 20;

export interface SessionKeys {
  readonly encryption: Uint8Array;
  readonly authentication: Uint8Array;
  readonly salt: Uint8Array;
}

/** The keys of RTP, or of RTCP, from master key and master salt (RFC 3711 section 4.3.1, with a key derivation rate of 0). */
export function deriveSessionKeys(suite: SrtpSuite, master: Uint8Array, protocol: 'rtp' | 'rtcp' = 'rtp'): SessionKeys {
  const labels = LABELS[protocol];
  const { keyBytes, saltBytes } = parametersOf(suite);
  const key = master.subarray(0, keyBytes);
  const salt = new Uint8Array(DERIVATION_SALT_BYTES);
  salt.set(master.subarray(keyBytes, keyBytes + saltBytes));
  const derive = (label: number, length: number) => {
    const counter = new Uint8Array(16);
    counter.set(salt);
    // The label precedes 48 bits of an index, which is 0 without re-derivation.
    counter[7]! ^= label;
    return createCipheriv(`aes-${keyBytes * 8}-ctr`, key, counter).update(new Uint8Array(length));
  };
  return {
    encryption: derive(labels.encryption, keyBytes),
    authentication: derive(labels.authentication, AUTHENTICATION_KEY_BYTES),
    salt: derive(labels.salt, saltBytes),
  };
}
