import type { RtpPacket } from './packet.ts';

export interface Endpoint {
  address: string;
  port: number;
}

/** `pending`: a packet from elsewhere than the SDP says, but near it, which the next one of its stream will confirm. */
type Verdict = 'accepted' | 'pending' | 'unexpected_source';

/** Where a peer may be: addresses that belong to the party we talk with. */
export interface Networks {
  has(address: string): boolean;
}

const NONE: Networks = { has: () => false };

/** A gap in a stream is no longer than this: MAX_DROPOUT of RFC 3550, appendix A.1. */
const LONGEST_GAP_PACKETS = 3000;

function isAt(place: Endpoint, address: string, port: number): boolean {
  return place.port === port && place.address === address;
}

function isSame(a: Endpoint | null, b: Endpoint): boolean {
  return a !== null && isAt(a, b.address, b.port);
}

/**
 * Decides whose packets are the peer's. The endpoint in the SDP is believed at once. Behind NAT the peer's packets come from
 * another port, or another of its addresses: the first source there that sends two packets in a row is taken then, and
 * sent to (symmetric RTP, RFC 4961). An unexpected source that speaks first is neither heard nor sent to (RFC 7362,
 * section 5). Once a source was taken no other is, except the endpoint of the SDP itself, and another port or
 * address of the peer from which the same stream goes on: a NAT has bound it anew.
 */
export class Latch {
  /** The peer as the SDP describes it, or as it did before it named no address at all. */
  private expected: Endpoint | null = null;
  private isNamed = false;
  private networks = NONE;
  private source: Endpoint | null = null;
  /** Where the peer was before it moved: heard until it speaks from where it is now, and not sent to. */
  private former: Endpoint[] = [];
  private candidate: (Endpoint & { ssrc: number; nextSequenceNumber: number }) | null = null;
  /** Of the stream that was accepted last. */
  private heard: { ssrc: number; sequenceNumber: number } | null = null;

  /**
   * The peer as the SDP describes it, null when it does not, as in a hold of RFC 2543. Another peer than before has to latch
   * anew, and is sent to at once; what still comes from the old place is on its way since before (RFC 3264 section 8.3.1).
   * @param networks where it may be besides the address of the SDP
   */
  expect(remote: Endpoint | null, networks: Networks = NONE): void {
    this.isNamed = remote !== null;
    this.networks = networks;
    if (remote === null || isSame(this.expected, remote)) return;
    const before = this.source ?? this.expected;
    if (before !== null) this.former.push(before);
    this.former = this.former.filter((place) => !isSame(remote, place));
    this.expected = remote;
    this.source = null;
    this.candidate = null;
    this.heard = null;
  }

  /** Where the SDP says that the peer is; null when it does not. */
  get agreed(): Endpoint | null {
    return this.isNamed ? this.expected : null;
  }

  /** Where to send to: the source that was latched, else what the SDP says; null when neither is known. */
  get target(): Endpoint | null {
    return this.source ?? (this.isNamed ? this.expected : null);
  }

  /** Whether a datagram from here can still matter: cheap, for what need not be parsed. */
  mayAccept(address: string, port: number): boolean {
    if (this.isNear(address)) return true;
    return [this.source, this.expected, ...this.former].some((place) => place !== null && isAt(place, address, port));
  }

  /** A packet of the right version, payload type and shape. */
  judge(address: string, port: number, packet: RtpPacket): Verdict {
    const verdict = this.judgeSource({ address, port }, packet);
    if (verdict === 'accepted') this.heard = { ssrc: packet.ssrc, sequenceNumber: packet.sequenceNumber };
    return verdict;
  }

  private judgeSource(from: Endpoint, packet: RtpPacket): Verdict {
    if (isSame(this.source, from) || isSame(this.expected, from)) return this.take(from);
    if (this.former.some((place) => isSame(place, from))) return 'accepted';
    if (!this.isNear(from.address)) return 'unexpected_source';
    if (this.source !== null && !this.goesOn(packet)) return 'unexpected_source';
    return this.confirm(from, packet);
  }

  /** Whether it is the next of the stream that was heard last. */
  private goesOn({ ssrc, sequenceNumber }: RtpPacket): boolean {
    if (this.heard?.ssrc !== ssrc) return false;
    const ahead = (sequenceNumber - this.heard.sequenceNumber) & 0xffff;
    return ahead > 0 && ahead <= LONGEST_GAP_PACKETS;
  }

  private confirm(from: Endpoint, packet: RtpPacket): Verdict {
    const { candidate } = this;
    const isNext =
      isSame(candidate, from) &&
      candidate!.ssrc === packet.ssrc &&
      candidate!.nextSequenceNumber === packet.sequenceNumber;
    if (isNext) return this.take(from);
    this.candidate = { ...from, ssrc: packet.ssrc, nextSequenceNumber: (packet.sequenceNumber + 1) & 0xffff };
    return 'pending';
  }

  /** Whether the peer may be at this address, at whatever port. */
  isNear(address: string): boolean {
    return this.expected?.address === address || this.networks.has(address);
  }

  private take(from: Endpoint): Verdict {
    this.source = from;
    this.former = [];
    this.candidate = null;
    return 'accepted';
  }
}
