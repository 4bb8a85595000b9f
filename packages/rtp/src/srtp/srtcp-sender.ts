import { deriveSessionKeys } from './key-derivation.ts';
import { createPacketCipher, type PacketCipher } from './packet-cipher.ts';
import { CLEAR_BYTES, controlLayout, controlPosition, controlSsrc, ENCRYPTED, MOST_INDEXES } from './srtcp-packet.ts';
import type { SrtpSuite } from './suite.ts';

/** Seals the datagrams of RTCP of one source (RFC 3711 section 3.4, RFC 7714 section 9). */
export class SrtcpSender {
  readonly #cipher: PacketCipher;
  readonly #isWordLast: boolean;
  #index = 0;

  /** `master`: key and salt. */
  constructor(suite: SrtpSuite, master: Uint8Array) {
    const { tagBytes, isWordLast } = controlLayout(suite);
    this.#cipher = createPacketCipher(suite, deriveSessionKeys(suite, master, 'rtcp'), tagBytes);
    this.#isWordLast = isWordLast;
  }

  /** A whole datagram of RTCP; its memory is neither kept nor written to. */
  seal(datagram: Uint8Array): Uint8Array {
    const word = Buffer.alloc(4);
    word.writeUInt32BE((ENCRYPTED | this.#index) >>> 0);
    this.#index = (this.#index + 1) % MOST_INDEXES;
    const position = controlPosition(controlSsrc(datagram), word.readUInt32BE(0));
    const sealed = this.#cipher.seal(datagram, CLEAR_BYTES, position);
    if (this.#isWordLast) return Buffer.concat([sealed, word]);
    return Buffer.concat([sealed.subarray(0, datagram.length), word, sealed.subarray(datagram.length)]);
  }
}
