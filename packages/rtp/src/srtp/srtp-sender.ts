import { deriveSessionKeys } from './key-derivation.ts';
import { createPacketCipher, type PacketCipher } from './packet-cipher.ts';
import { headerBytesOf, positionOf } from './srtp-header.ts';
import type { SrtpSuite } from './suite.ts';

/** Seals the packets of one source, in the order of their sequence numbers. */
export class SrtpSender {
  readonly #cipher: PacketCipher;
  #rollover = 0;
  #lastSequenceNumber = 0;

  /** `master`: key and salt. */
  constructor(suite: SrtpSuite, master: Uint8Array) {
    this.#cipher = createPacketCipher(suite, deriveSessionKeys(suite, master));
  }

  /** A whole RTP packet; its memory is neither kept nor written to. */
  seal(packet: Uint8Array): Uint8Array {
    const { ssrc, sequenceNumber } = positionOf(packet);
    if (sequenceNumber < this.#lastSequenceNumber) this.#rollover += 1;
    this.#lastSequenceNumber = sequenceNumber;
    const headerBytes = headerBytesOf(packet)!;
    return this.#cipher.seal(packet, headerBytes, { ssrc, rollover: this.#rollover, sequenceNumber });
  }
}
