import { ahead16 } from '../serial-number.ts';
import { deriveSessionKeys } from './key-derivation.ts';
import { createPacketCipher, type PacketCipher } from './packet-cipher.ts';
import { ReplayWindows } from './replay-windows.ts';
import { headerBytesOf, positionOf } from './srtp-header.ts';
import { parametersOf, type SrtpSuite } from './suite.ts';

const WRAP = 0x1_0000;

/** `forged`: the tag is wrong. `replayed`: it was there before, or is too old to tell. */
export type Opened = Uint8Array | 'malformed' | 'forged' | 'replayed';

/** Opens the packets of a peer, whatever sources it has; what is not authentic changes nothing. */
export class SrtpReceiver {
  readonly #cipher: PacketCipher;
  readonly #tagBytes: number;
  /** By packet index: rollover counter and sequence number. */
  readonly #windows = new ReplayWindows();

  /** `master`: key and salt. */
  constructor(suite: SrtpSuite, master: Uint8Array) {
    this.#cipher = createPacketCipher(suite, deriveSessionKeys(suite, master));
    this.#tagBytes = parametersOf(suite).tagBytes;
  }

  open(packet: Uint8Array): Opened {
    const headerBytes = headerBytesOf(packet);
    if (headerBytes === null || packet.length < headerBytes + this.#tagBytes) return 'malformed';
    const { ssrc, sequenceNumber } = positionOf(packet);
    const highest = this.#windows.highest(ssrc);
    const index = highest === null ? sequenceNumber : indexNear(highest, sequenceNumber);
    // A packet from before the first one cannot be placed: its index would be negative.
    if (index < 0 || this.#windows.isReplayed(ssrc, index)) return 'replayed';
    const opened = this.#cipher.open(packet, headerBytes, { ssrc, rollover: Math.floor(index / WRAP), sequenceNumber });
    if (opened === null) return 'forged';
    this.#windows.remember(ssrc, index);
    return opened;
  }
}

/** The packet index that is nearest to the highest one (RFC 3711 appendix A). */
function indexNear(highest: number, sequenceNumber: number): number {
  return highest + ahead16(sequenceNumber, highest % WRAP);
}
