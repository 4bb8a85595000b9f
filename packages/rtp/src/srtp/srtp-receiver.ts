import { ahead16, SeenSequences } from '../serial-number.ts';
import { deriveSessionKeys } from './key-derivation.ts';
import { createPacketCipher, type PacketCipher } from './packet-cipher.ts';
import { headerBytesOf, positionOf } from './srtp-header.ts';
import { parametersOf, type SrtpSuite } from './suite.ts';

const WRAP = 0x1_0000;
/** A packet that is this far behind the newest cannot be told from a replayed one (RFC 3711 section 3.3.2 asks for 64 at least). */
const REPLAY_WINDOW = 256;
/** Sources of one peer whose packets are told from replayed ones; the oldest is forgotten. */
const MOST_SOURCES = 16;

interface Source {
  /** The highest packet index that was authentic: rollover counter and sequence number. */
  highest: number;
  seen: SeenSequences;
}

/** `forged`: the tag is wrong. `replayed`: it was there before, or is too old to tell. */
export type Opened = Uint8Array | 'malformed' | 'forged' | 'replayed';

/** Opens the packets of a peer, whatever sources it has; what is not authentic changes nothing. */
export class SrtpReceiver {
  readonly #cipher: PacketCipher;
  readonly #tagBytes: number;
  readonly #sources = new Map<number, Source>();

  /** `master`: key and salt. */
  constructor(suite: SrtpSuite, master: Uint8Array) {
    this.#cipher = createPacketCipher(suite, deriveSessionKeys(suite, master));
    this.#tagBytes = parametersOf(suite).tagBytes;
  }

  open(packet: Uint8Array): Opened {
    const headerBytes = headerBytesOf(packet);
    if (headerBytes === null || packet.length < headerBytes + this.#tagBytes) return 'malformed';
    const { ssrc, sequenceNumber } = positionOf(packet);
    const source = this.#sources.get(ssrc);
    const index = source ? indexNear(source.highest, sequenceNumber) : sequenceNumber;
    // A packet from before the first one cannot be placed: its index would be negative.
    if (index < 0 || (source && isReplayed(source, index))) return 'replayed';
    const opened = this.#cipher.open(packet, headerBytes, { ssrc, rollover: Math.floor(index / WRAP), sequenceNumber });
    if (opened === null) return 'forged';
    this.#remember(source ?? this.#add(ssrc), index);
    return opened;
  }

  #add(ssrc: number): Source {
    const [oldest] = this.#sources.keys();
    if (this.#sources.size >= MOST_SOURCES) this.#sources.delete(oldest!);
    const source = { highest: 0, seen: new SeenSequences() };
    this.#sources.set(ssrc, source);
    return source;
  }

  #remember(source: Source, index: number): void {
    source.seen.add(index);
    source.highest = Math.max(source.highest, index);
  }
}

/** The packet index that is nearest to the highest one (RFC 3711 appendix A). */
function indexNear(highest: number, sequenceNumber: number): number {
  return highest + ahead16(sequenceNumber, highest % WRAP);
}

function isReplayed({ highest, seen }: Source, index: number): boolean {
  return index <= highest - REPLAY_WINDOW || seen.has(index);
}
