import { ClockDrift } from './clock-drift.ts';
import { KeyEvents } from './key-events.ts';
import type { Endpoint } from './latch.ts';
import type { RtpPacket } from './packet.ts';

/** What is worth knowing of a stream when a call went wrong. */
export interface StreamFigures {
  /** Of RTP, without UDP and IP. */
  bytesReceived: number;
  /** Packets of each payload type that came from the peer, agreed upon or not. */
  payloadTypes: { payloadType: number; packets: number }[];
  /** Of those, the types that nothing was agreed upon. */
  unexpectedPayloadTypes: number[];
  /** How often another SSRC went on. */
  ssrcChanges: number;
  /** Without a packet although the peer might have sent: the longest, and when it began, after the audio was agreed upon. */
  longestGapMs: number;
  longestGapAtMs: number | null;
  /** Keys as telephone events, and those whose first packet had no marker bit. */
  keys: number;
  keysUnmarked: number;
  /** Parts in a million; positive when the peer's clock is slow. Null while it is unknown. */
  clockDriftPpm: number | null;
  /** Where the SDP said that the peer is; null when it did not. */
  agreed: Endpoint | null;
  /** Where its audio came from; null when none came. */
  source: Endpoint | null;
  /** Who else sent here, the last of them. */
  otherSource: Endpoint | null;
}

export type PacketKind = 'sound' | 'key' | 'noise';

const PAYLOAD_TYPES_AT_MOST = 8;
/** Without contributing sources and extensions, which telephones do not send. */
const RTP_HEADER_BYTES = 12;

/** Counts what one peer sends, packet by packet. Times are on the clock that is passed in. */
export class StreamRecord {
  private bytesReceived = 0;
  private readonly packetsOfType = new Map<number, number>();
  private readonly unexpectedTypes = new Set<number>();
  private ssrc: number | null = null;
  private ssrcChanges = 0;
  private beganMs: number | null = null;
  private mayReceive = false;
  /** The last packet, or since when one is waited for; null while the peer may not send, or has said that it pauses. */
  private waitingSinceMs: number | null = null;
  private longestGapMs = 0;
  private longestGapAtMs: number | null = null;
  private readonly keys = new KeyEvents();
  private readonly drift = new ClockDrift();
  private source: Endpoint | null = null;
  private otherSource: Endpoint | null = null;

  /** The sound was agreed upon, for the first time or anew. */
  configure(mayReceive: boolean, nowMs: number): void {
    this.beganMs ??= nowMs;
    this.mayReceive = mayReceive;
    if (!mayReceive) this.endGap(nowMs);
    this.waitingSinceMs = mayReceive ? (this.waitingSinceMs ?? nowMs) : null;
  }

  /** A packet of the peer, of a type that was agreed upon, with timestamps of this clock. */
  accept(packet: RtpPacket, from: Endpoint, nowMs: number, kind: PacketKind, clockRateHz: number): void {
    this.endGap(nowMs);
    // Behind comfort noise no packet is due before the next word (RFC 3389).
    this.waitingSinceMs = this.mayReceive && kind !== 'noise' ? nowMs : null;
    this.bytesReceived += packet.payload.length + RTP_HEADER_BYTES;
    this.countType(packet.payloadType);
    if (this.ssrc !== null && this.ssrc !== packet.ssrc) this.ssrcChanges += 1;
    this.ssrc = packet.ssrc;
    if (this.source?.address !== from.address || this.source.port !== from.port) this.source = { ...from };
    if (kind === 'key') this.keys.record(packet);
    else this.drift.record(packet, nowMs, clockRateHz);
  }

  /** A packet from where the peer may be, of a type that nothing was agreed upon. */
  refuseType(payloadType: number): void {
    this.countType(payloadType);
    if (this.unexpectedTypes.size < PAYLOAD_TYPES_AT_MOST) this.unexpectedTypes.add(payloadType);
  }

  /** Something from where the peer cannot be. */
  refuseSource(from: Endpoint): void {
    if (this.otherSource?.address === from.address && this.otherSource.port === from.port) return;
    this.otherSource = { address: from.address, port: from.port };
  }

  /** A snapshot; a gap that lasts counts up to now. */
  figures(nowMs: number, agreed: Endpoint | null): StreamFigures {
    this.endGap(nowMs);
    const { bytesReceived, ssrcChanges, longestGapMs, longestGapAtMs, keys, source, otherSource } = this;
    return {
      ...{ bytesReceived, ssrcChanges, longestGapMs, longestGapAtMs, agreed, source, otherSource },
      payloadTypes: [...this.packetsOfType].map(([payloadType, packets]) => ({ payloadType, packets })),
      unexpectedPayloadTypes: [...this.unexpectedTypes],
      keys: keys.count,
      keysUnmarked: keys.unmarked,
      clockDriftPpm: this.drift.ppm,
    };
  }

  private countType(payloadType: number): void {
    const packets = this.packetsOfType.get(payloadType);
    if (packets === undefined && this.packetsOfType.size >= PAYLOAD_TYPES_AT_MOST) return;
    this.packetsOfType.set(payloadType, (packets ?? 0) + 1);
  }

  private endGap(nowMs: number): void {
    if (this.waitingSinceMs === null) return;
    const gapMs = nowMs - this.waitingSinceMs;
    if (gapMs <= this.longestGapMs) return;
    this.longestGapMs = gapMs;
    this.longestGapAtMs = this.waitingSinceMs - this.beganMs!;
  }
}
