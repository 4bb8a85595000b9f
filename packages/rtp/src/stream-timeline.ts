import type { RtpPacket } from './packet.ts';
import { POSITIONS_PER_MS } from './payload-sound.ts';
import { ahead16, ahead32, SeenSequences } from './serial-number.ts';

/** Jumps beyond these are a sender that started anew, once two packets in a row agree (RFC 3550 appendix A.1). */
const MAXIMUM_DROPOUT = 3000;
const MAXIMUM_MISORDER = 100;

export interface Placement {
  /** Extended: does not wrap. */
  sequence: number;
  /** Where the packet's sound begins on the stream's own line of time, in 1/8 ms; does not wrap. */
  start: number;
}

/** What the timeline needs to know of a packet's sound. */
export interface TimedSound {
  /** Of the packet's timestamp. */
  clockRateHz: number;
  durationMs: number;
}

/** Puts the packets of one SSRC on one line of time: wraps, duplicates, jumps and restarts of both counters. */
export class StreamTimeline {
  private readonly seen = new SeenSequences();
  private newest: (Placement & { timestamp: number; clockRateHz: number; end: number }) | null = null;
  /** After an implausible jump: the sequence number that would confirm it. */
  private expectedAfterJump = -1;

  /** `implausible` is a single packet far from all others; the next one settles whether the sender jumped. */
  place(packet: RtpPacket, sound: TimedSound): Placement | 'duplicate' | 'implausible' {
    if (!this.newest) return this.append(packet, sound, packet.sequenceNumber, 0);
    const ahead = ahead16(packet.sequenceNumber, this.newest.sequence);
    if (ahead > MAXIMUM_DROPOUT || ahead < -MAXIMUM_MISORDER) return this.placeAfterJump(packet, sound);
    const sequence = this.newest.sequence + ahead;
    if (!this.seen.add(sequence)) return 'duplicate';
    const start = this.startOf(packet, sound, this.newest, ahead);
    // A newer packet whose clock went back, or stood still, continues where the one before it ended.
    if (ahead > 0) return this.append(packet, sound, sequence, Math.max(start, this.newest.end));
    return start < this.newest.start ? { sequence, start } : 'implausible';
  }

  reset(): void {
    this.newest = null;
    this.expectedAfterJump = -1;
    this.seen.clear();
  }

  /** Timestamps of different clocks cannot be compared (RFC 7160 section 3): then packets are next to each other by their numbers. */
  private startOf(
    packet: RtpPacket,
    { clockRateHz, durationMs }: TimedSound,
    newest: NonNullable<StreamTimeline['newest']>,
    ahead: number,
  ): number {
    if (clockRateHz !== newest.clockRateHz)
      return ahead > 0 ? newest.end : newest.start + ahead * durationMs * POSITIONS_PER_MS;
    const clockSteps = ahead32(packet.timestamp, newest.timestamp);
    return newest.start + Math.round((clockSteps * 1000 * POSITIONS_PER_MS) / clockRateHz);
  }

  private placeAfterJump(packet: RtpPacket, sound: TimedSound): Placement | 'implausible' {
    const confirmed = packet.sequenceNumber === this.expectedAfterJump;
    this.expectedAfterJump = (packet.sequenceNumber + 1) & 0xffff;
    if (!confirmed) return 'implausible';
    const { sequence, end } = this.newest!;
    // Whatever is remembered of the old numbers must not be taken for duplicates of the new ones.
    this.seen.clear();
    return this.append(packet, sound, nextWithLowBits(sequence, packet.sequenceNumber), end);
  }

  private append(
    { timestamp }: RtpPacket,
    { clockRateHz, durationMs }: TimedSound,
    sequence: number,
    start: number,
  ): Placement {
    this.seen.add(sequence);
    this.expectedAfterJump = -1;
    this.newest = { sequence, start, end: start + durationMs * POSITIONS_PER_MS, timestamp, clockRateHz };
    return { sequence, start };
  }
}

/** The smallest number above `sequence` that has these 16 low bits. */
function nextWithLowBits(sequence: number, lowBits: number): number {
  return sequence + ((lowBits - sequence) & 0xffff || 0x10000);
}
