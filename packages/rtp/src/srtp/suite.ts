/**
 * The suites that can be negotiated: RFC 4568 section 6.2, RFC 6188, RFC 7714 section 14.2. The preferred one first: it is
 * the one that everyone has, and counter mode costs a fraction of what GCM does, whose context is made for each packet.
 */
const SUITES = {
  AES_CM_128_HMAC_SHA1_80: { keyBytes: 16, saltBytes: 14, tagBytes: 10, cipher: 'cm' },
  AES_256_CM_HMAC_SHA1_80: { keyBytes: 32, saltBytes: 14, tagBytes: 10, cipher: 'cm' },
  AEAD_AES_128_GCM: { keyBytes: 16, saltBytes: 12, tagBytes: 16, cipher: 'gcm' },
  AEAD_AES_256_GCM: { keyBytes: 32, saltBytes: 12, tagBytes: 16, cipher: 'gcm' },
  AES_CM_128_HMAC_SHA1_32: { keyBytes: 16, saltBytes: 14, tagBytes: 4, cipher: 'cm' },
  AES_256_CM_HMAC_SHA1_32: { keyBytes: 32, saltBytes: 14, tagBytes: 4, cipher: 'cm' },
} as const;

export type SrtpSuite = keyof typeof SUITES;

export interface SuiteParameters {
  /** Of the master key, and of the key that encrypts. */
  readonly keyBytes: number;
  readonly saltBytes: number;
  /** Of the tag that authenticates an RTP packet. */
  readonly tagBytes: number;
  /** Counter mode with HMAC-SHA1, or Galois/counter mode, which authenticates by itself. */
  readonly cipher: 'cm' | 'gcm';
}

export const SRTP_SUITES = Object.keys(SUITES) as readonly SrtpSuite[];

export function parametersOf(suite: SrtpSuite): SuiteParameters {
  return SUITES[suite];
}

/** The length of master key and master salt together, which is what `a=crypto` carries. */
export function masterKeyBytes(suite: SrtpSuite): number {
  return SUITES[suite].keyBytes + SUITES[suite].saltBytes;
}
