import { parametersOf, type SrtpSuite } from './suite.ts';

/** Header and SSRC of the first packet of a datagram: never encrypted (RFC 3711 section 3.4). */
export const CLEAR_BYTES = 8;
export const WORD_BYTES = 4;
/** The highest bit of the word: the datagram is encrypted. The 31 below it are the index. */
export const ENCRYPTED = 0x8000_0000;
export const MOST_INDEXES = 0x8000_0000;

/** The tag of SRTCP is whole in all suites, also in those that cut the one of RTP short (RFC 4568 section 6.2.2, RFC 6188). */
const COUNTER_MODE_TAG_BYTES = 10;

/** How a suite lays a datagram of SRTCP out. */
export function controlLayout(suite: SrtpSuite): { tagBytes: number; isWordLast: boolean } {
  const { cipher, tagBytes } = parametersOf(suite);
  // In Galois/counter mode the tag belongs to the ciphertext, and the word is behind it (RFC 7714 section 9.2).
  return cipher === 'gcm' ? { tagBytes, isWordLast: true } : { tagBytes: COUNTER_MODE_TAG_BYTES, isWordLast: false };
}

/** The index replaces RTP's rollover counter and sequence number (RFC 3711 section 4.1.1, RFC 7714 section 9.1). */
export function controlPosition(ssrc: number, word: number) {
  const index = word & ~ENCRYPTED;
  return { ssrc, rollover: index >>> 16, sequenceNumber: index & 0xffff, controlWord: word };
}

/** Of a datagram of `CLEAR_BYTES` at least. */
export function controlSsrc(datagram: Uint8Array): number {
  return Buffer.from(datagram.buffer, datagram.byteOffset, CLEAR_BYTES).readUInt32BE(4);
}
