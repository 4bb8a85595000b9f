import { deriveSessionKeys } from './key-derivation.ts';
import { createPacketCipher, type PacketCipher } from './packet-cipher.ts';
import { ReplayWindows } from './replay-windows.ts';
import { CLEAR_BYTES, controlLayout, controlPosition, controlSsrc, ENCRYPTED, WORD_BYTES } from './srtcp-packet.ts';
import type { Opened } from './srtp-receiver.ts';
import type { SrtpSuite } from './suite.ts';

/** Opens a peer's datagrams of RTCP (RFC 3711 section 3.4, RFC 7714 section 9), encrypted or only authenticated. */
export class SrtcpReceiver {
  readonly #cipher: PacketCipher;
  readonly #tagBytes: number;
  readonly #isWordLast: boolean;
  readonly #windows = new ReplayWindows();

  /** `master`: key and salt. */
  constructor(suite: SrtpSuite, master: Uint8Array) {
    const { tagBytes, isWordLast } = controlLayout(suite);
    this.#cipher = createPacketCipher(suite, deriveSessionKeys(suite, master, 'rtcp'), tagBytes);
    this.#tagBytes = tagBytes;
    this.#isWordLast = isWordLast;
  }

  open(datagram: Uint8Array): Opened {
    if (datagram.length < CLEAR_BYTES + WORD_BYTES + this.#tagBytes) return 'malformed';
    const { sealed, word } = this.#parts(Buffer.from(datagram.buffer, datagram.byteOffset, datagram.length));
    const ssrc = controlSsrc(datagram);
    const index = (word & ~ENCRYPTED) >>> 0;
    if (this.#windows.isReplayed(ssrc, index)) return 'replayed';
    const clearBytes = word & ENCRYPTED ? CLEAR_BYTES : sealed.length - this.#tagBytes;
    const opened = this.#cipher.open(sealed, clearBytes, controlPosition(ssrc, word));
    if (opened === null) return 'forged';
    this.#windows.remember(ssrc, index);
    return opened;
  }

  /** The datagram with its tag behind it, and the word apart. */
  #parts(datagram: Buffer): { sealed: Buffer; word: number } {
    const at = datagram.length - WORD_BYTES - (this.#isWordLast ? 0 : this.#tagBytes);
    const sealed = Buffer.concat([datagram.subarray(0, at), datagram.subarray(at + WORD_BYTES)]);
    return { sealed, word: datagram.readUInt32BE(at) };
  }
}
