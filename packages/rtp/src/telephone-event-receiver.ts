import type { RtpPacket } from './packet.ts';
import { ahead32 } from './serial-number.ts';
import { parseTelephoneEvent } from './telephone-event.ts';

/** Repeated ends of an event follow within this span; a timestamp that is further back is a clock that jumped. */
const STRAGGLER_S = 2;

interface KnownEvent {
  digit: string;
  ssrc: number;
  timestamp: number;
  /** Where it ends, as far as reports show. */
  until: number;
  ended: boolean;
}

/** Turns the many reports about an event into one digit, whichever of them arrive (RFC 4733 section 2.5.1). */
export class TelephoneEventReceiver {
  private latest: KnownEvent | null = null;

  /** A packet of the telephone-event payload type, in a stream of this clock. Returns the digit when this is the first that is heard of the event. */
  receive(packet: RtpPacket, clockRateHz: number): string | null {
    const event = parseTelephoneEvent(packet.payload);
    if (!event) return null;
    const until = (packet.timestamp + event.duration) >>> 0;
    if (this.latest && this.belongsToLatest(this.latest, packet, event.digit)) {
      this.latest.ended ||= event.end;
      if (ahead32(until, this.latest.until) > 0) this.latest.until = until;
      return null;
    }
    if (this.latest && isStraggler(this.latest, packet, clockRateHz)) return null;
    const { ssrc, timestamp } = packet;
    this.latest = { digit: event.digit, ssrc, timestamp, until, ended: event.end };
    return event.digit;
  }

  private belongsToLatest(latest: KnownEvent, packet: RtpPacket, digit: string): boolean {
    if (packet.ssrc !== latest.ssrc) return false;
    if (packet.timestamp === latest.timestamp) return true;
    // A key held for more than 8 s goes on in a new segment (RFC 4733 section 2.5.1.3), right where the last one ends;
    // and some senders wrongly move the timestamp with every report.
    const isAdjacent = ahead32(packet.timestamp, latest.timestamp) > 0 && ahead32(packet.timestamp, latest.until) <= 0;
    return isAdjacent && digit === latest.digit && !latest.ended && !packet.marker;
  }
}

function isStraggler(latest: KnownEvent, packet: RtpPacket, clockRateHz: number): boolean {
  const behind = -ahead32(packet.timestamp, latest.timestamp);
  return packet.ssrc === latest.ssrc && behind > 0 && behind <= STRAGGLER_S * clockRateHz;
}
