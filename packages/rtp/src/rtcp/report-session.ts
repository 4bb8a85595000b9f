import { middleOf, ntpTime } from './ntp-time.ts';
import { parseRtcp } from './read-rtcp.ts';
import { type ReceivedStream, ReceptionReports } from './reception-reports.ts';
import { ReportSchedule } from './report-schedule.ts';
import { type FarReception, ReportsOfPeer } from './reports-of-peer.ts';
import type { RtcpPacket } from './rtcp-packet.ts';
import { writeRtcp } from './write-rtcp.ts';

/** What we have sent of our stream. */
export interface SentStream {
  packets: number;
  /** Of payload. */
  octets: number;
  /** Of the audio that is due now. */
  timestamp: number;
  /** Of that. */
  clockRateHz: number;
}

/** Both ways of a call's audio at the moment of a report. */
export interface Streams {
  sent: SentStream;
  /** Null before the peer's first packet. */
  received: ReceivedStream | null;
}

/** What RTCP has reported. */
export interface ReportFigures {
  reportsSent: number;
  reportsReceived: number;
  /** Over all that were measured; null before the first one. */
  roundTripMs: number | null;
  longestRoundTripMs: number | null;
  /** What the peer reports of what we send; null before it did. */
  far: FarReception | null;
}

export interface ReportSessionOptions {
  /** Of our stream. */
  ssrc: number;
  /** What names us in all our streams; says nothing about us (RFC 7022). */
  cname: string;
  /** Unix time at 0 of the clock that is passed in, in ms. */
  clockOriginMs: number;
  /** 0 to 1. */
  random: () => number;
}

/** One call's RTCP (RFC 3550 section 6): says when what is to be sent, and reads what comes. Times are those of one clock, in ms. */
export class ReportSession {
  readonly #options: ReportSessionOptions;
  readonly #schedule: ReportSchedule;
  readonly #reception = new ReceptionReports();
  readonly #peer = new ReportsOfPeer();
  #peerSsrc: number | null = null;
  #reportsSent = 0;
  #reportsReceived = 0;
  /** Packets that we had sent at the last report, and at that before it. */
  #sentAtLast = 0;
  #sentBefore = 0;

  constructor(options: ReportSessionOptions) {
    this.#options = options;
    this.#schedule = new ReportSchedule(options.random);
  }

  get figures(): ReportFigures {
    const { roundTrip, far } = this.#peer;
    return {
      reportsSent: this.#reportsSent,
      reportsReceived: this.#reportsReceived,
      roundTripMs: roundTrip?.meanMs ?? null,
      longestRoundTripMs: roundTrip?.longestMs ?? null,
      far,
    };
  }

  /** Of what is sent, by the peer's reports. */
  get expectedLossPercent(): number {
    return this.#peer.expectedLossPercent;
  }

  /** A report when one is due, else null. Ask often: with each frame. */
  due(nowMs: number, streams: () => Streams): Uint8Array | null {
    if (!this.#schedule.isDue(nowMs, this.#peerSsrc === null ? 1 : 2)) return null;
    return this.#written(this.#report(nowMs, streams()));
  }

  /** The last report, with a BYE; null where nothing was ever sent (RFC 3550 section 6.3.7). */
  farewell(nowMs: number, streams: Streams): Uint8Array | null {
    if (streams.sent.packets === 0 && this.#reportsSent === 0) return null;
    return this.#written([...this.#report(nowMs, streams), { type: 'bye', ssrcs: [this.#options.ssrc] }]);
  }

  /** A datagram of the peer's. False when it is no RTCP, or our own. */
  hear(datagram: Uint8Array, nowMs: number, sent: SentStream): boolean {
    const packets = parseRtcp(datagram);
    if (packets === null || packets.some((packet) => 'ssrc' in packet && packet.ssrc === this.#options.ssrc))
      return false;
    this.#schedule.count(datagram.length);
    for (const packet of packets) this.#hearPacket(packet, nowMs, sent);
    return true;
  }

  #hearPacket(packet: RtcpPacket, nowMs: number, sent: SentStream): void {
    switch (packet.type) {
      case 'sender_report':
        this.#reception.hear(packet, nowMs);
        this.#hearReport(packet, nowMs, sent);
        return;
      case 'receiver_report':
        this.#hearReport(packet, nowMs, sent);
        return;
      case 'source_description':
        return;
      case 'bye':
        if (this.#peerSsrc !== null && packet.ssrcs.includes(this.#peerSsrc)) this.#peerSsrc = null;
        return;
    }
  }

  #hearReport({ ssrc, blocks }: Extract<RtcpPacket, { blocks: unknown }>, nowMs: number, sent: SentStream): void {
    this.#peerSsrc = ssrc;
    this.#reportsReceived += 1;
    const middle = middleOf(this.#ntp(nowMs));
    for (const block of blocks) if (block.ssrc === this.#options.ssrc) this.#peer.hear(block, middle, sent);
  }

  /** As a sender where something was sent since the report before the last (RFC 3550 section 6.4). */
  #report(nowMs: number, { sent, received }: Streams): RtcpPacket[] {
    const { ssrc, cname } = this.#options;
    const blocks = this.#reception.blocks(received, nowMs);
    const isSender = sent.packets > this.#sentBefore;
    this.#sentBefore = this.#sentAtLast;
    this.#sentAtLast = sent.packets;
    const description: RtcpPacket = { type: 'source_description', sources: [{ ssrc, cname }] };
    if (!isSender) return [{ type: 'receiver_report', ssrc, blocks }, description];
    const sentAt = this.#ntp(nowMs);
    this.#peer.noteSent(middleOf(sentAt));
    const { timestamp: rtpTimestamp, packets, octets } = sent;
    // Both counters have 32 bits.
    const counted = { rtpTimestamp, packets: packets >>> 0, octets: octets >>> 0 };
    return [{ type: 'sender_report', ssrc, sentAt, ...counted, blocks }, description];
  }

  #written(packets: RtcpPacket[]): Uint8Array {
    const datagram = writeRtcp(packets);
    this.#schedule.count(datagram.length);
    this.#reportsSent += 1;
    return datagram;
  }

  #ntp(nowMs: number) {
    return ntpTime(this.#options.clockOriginMs + nowMs);
  }
}
