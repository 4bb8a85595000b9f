import type { RtpPacket } from './packet.ts';

export interface Endpoint {
  address: string;
  port: number;
}

/** `pending`: a plausible packet from elsewhere than the SDP says, which the next one of its stream will confirm. */
export type Verdict = 'accepted' | 'pending' | 'foreign';

function isSame(a: Endpoint | null, b: Endpoint): boolean {
  return a !== null && a.port === b.port && a.address === b.address;
}

/**
 * Decides whose packets are the peer's. The address in the SDP is believed at once. Behind NAT the peer's packets come
 * from elsewhere: the first source that sends two packets in a row is taken then, and answered (symmetric RTP, RFC 4961).
 * Nobody else is, afterwards, but for the address of the SDP itself.
 */
export class Latch {
  /** The peer as the SDP describes it, or as it did before it named no address at all. */
  private expected: Endpoint | null = null;
  private isNamed = false;
  private source: Endpoint | null = null;
  /** Where the peer was before it moved: heard until it speaks from where it is now, and not sent to. */
  private former: Endpoint[] = [];
  private candidate: (Endpoint & { ssrc: number; nextSequenceNumber: number }) | null = null;

  /**
   * The peer as the SDP describes it, null when it does not, as in a hold of RFC 2543. Another peer than before has to latch
   * anew, and is sent to at once; what still comes from the old place is on its way since before (RFC 3264 section 8.3.1).
   */
  expect(remote: Endpoint | null): void {
    this.isNamed = remote !== null;
    if (remote === null || isSame(this.expected, remote)) return;
    const before = this.source ?? this.expected;
    if (before !== null) this.former.push(before);
    this.former = this.former.filter((place) => !isSame(remote, place));
    this.expected = remote;
    this.source = null;
    this.candidate = null;
  }

  /** Where to send to: the source that was latched, else what the SDP says; null when neither is known. */
  get target(): Endpoint | null {
    return this.source ?? (this.isNamed ? this.expected : null);
  }

  /** Whether a datagram from here can still matter: cheap, for what need not be parsed. */
  mayAccept(address: string, port: number): boolean {
    const { source, expected } = this;
    if (source === null || (source.port === port && source.address === address)) return true;
    return expected !== null && expected.port === port && expected.address === address;
  }

  /** A packet of the right version, payload type and shape. */
  judge(address: string, port: number, packet: RtpPacket): Verdict {
    const from = { address, port };
    if (isSame(this.source, from)) return 'accepted';
    if (isSame(this.expected, from)) return this.take(from);
    if (this.source !== null) return 'foreign';
    if (this.former.some((place) => isSame(place, from))) return 'accepted';
    const { candidate } = this;
    const isNext =
      isSame(candidate, from) &&
      candidate!.ssrc === packet.ssrc &&
      candidate!.nextSequenceNumber === packet.sequenceNumber;
    if (isNext) return this.take(from);
    this.candidate = { ...from, ssrc: packet.ssrc, nextSequenceNumber: (packet.sequenceNumber + 1) & 0xffff };
    return 'pending';
  }

  private take(from: Endpoint): Verdict {
    this.source = from;
    this.former = [];
    this.candidate = null;
    return 'accepted';
  }
}
