import type { RtpPacket } from './packet.ts';
import type { ReceivedStream } from './rtcp/reception-reports.ts';
import { ahead16, ahead32, SeenSequences } from './serial-number.ts';

/** A clock that jumps further than this between two packets says nothing about the network. */
const CLOCK_JUMP_MS = 1000;

/** What RFC 3550 counts at the receiver: loss (appendix A.3) and interarrival jitter (A.8), over all SSRCs of a session. */
export class Reception {
  received = 0;
  jitterMs = 0;
  private readonly seen = new SeenSequences();
  private ssrc: number | null = null;
  private firstSequence = 0;
  private highestSequence = 0;
  /** Packets of the current SSRC. */
  private receivedOfSource = 0;
  private lostOfEarlierSources = 0;
  /** The packet that interarrival is measured from. */
  private previous: { arrivalMs: number; timestamp: number; clockRateHz: number } | null = null;
  private clockRateHz = 8000;

  /** False for a duplicate. Packets of telephone events repeat their timestamp, so they do not count for jitter. */
  record(packet: RtpPacket, arrivalMs: number, options: { timed: boolean; clockRateHz: number }): boolean {
    if (packet.ssrc !== this.ssrc) this.begin(packet);
    const ahead = ahead16(packet.sequenceNumber, this.highestSequence);
    const sequence = this.highestSequence + ahead;
    if (!this.seen.add(sequence)) return false;
    this.received += 1;
    this.receivedOfSource += 1;
    this.highestSequence = Math.max(this.highestSequence, sequence);
    this.firstSequence = Math.min(this.firstSequence, sequence);
    if (options.timed) this.measureJitter(arrivalMs, packet.timestamp, options.clockRateHz);
    return true;
  }

  /** Of the present SSRC; null before the first packet. */
  get stream(): ReceivedStream | null {
    if (this.ssrc === null) return null;
    const { ssrc, highestSequence, receivedOfSource: received, jitterMs, clockRateHz } = this;
    const expected = highestSequence - this.firstSequence + 1;
    return { ssrc, highestSequence, expected, received, jitterMs, clockRateHz };
  }

  get lost(): number {
    return this.lostOfEarlierSources + this.lostOfSource;
  }

  private get lostOfSource(): number {
    if (this.ssrc === null) return 0;
    return Math.max(0, this.highestSequence - this.firstSequence + 1 - this.receivedOfSource);
  }

  private begin(packet: RtpPacket): void {
    this.lostOfEarlierSources += this.lostOfSource;
    this.ssrc = packet.ssrc;
    this.seen.clear();
    this.firstSequence = packet.sequenceNumber;
    this.highestSequence = packet.sequenceNumber;
    this.receivedOfSource = 0;
    this.previous = null;
  }

  private measureJitter(arrivalMs: number, timestamp: number, clockRateHz: number): void {
    const { previous } = this;
    this.previous = { arrivalMs, timestamp, clockRateHz };
    this.clockRateHz = clockRateHz;
    // Timestamps of different clocks cannot be compared.
    if (previous === null || previous.clockRateHz !== clockRateHz) return;
    const sentMs = (ahead32(timestamp, previous.timestamp) * 1000) / clockRateHz;
    const differenceMs = Math.abs(arrivalMs - previous.arrivalMs - sentMs);
    if (differenceMs <= CLOCK_JUMP_MS) this.jitterMs += (differenceMs - this.jitterMs) / 16;
  }
}
