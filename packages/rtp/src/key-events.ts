import type { RtpPacket } from './packet.ts';
import { parseTelephoneEvent, type TelephoneEvent } from './telephone-event.ts';

/** Counts keys that were sent as telephone events, and those whose first packet has no marker bit (RFC 4733 section 2.5.1.1). */
export class KeyEvents {
  count = 0;
  unmarked = 0;
  private latest: { ssrc: number; timestamp: number; digit: string; ended: boolean; isMarked: boolean } | null = null;

  record(packet: RtpPacket): void {
    const event = parseTelephoneEvent(packet.payload);
    if (!event) return;
    const { latest } = this;
    if (latest && this.goesOn(latest, packet, event)) {
      latest.ended ||= event.end;
      if (packet.marker && !latest.isMarked) {
        latest.isMarked = true;
        this.unmarked -= 1;
      }
      return;
    }
    const { ssrc, timestamp, marker } = packet;
    this.latest = { ssrc, timestamp, digit: event.digit, ended: event.end, isMarked: marker };
    this.count += 1;
    if (!marker) this.unmarked += 1;
  }

  /** Some senders wrongly move the timestamp with every report of one event. */
  private goesOn(latest: NonNullable<KeyEvents['latest']>, packet: RtpPacket, event: TelephoneEvent): boolean {
    if (packet.ssrc !== latest.ssrc) return false;
    if (packet.timestamp === latest.timestamp) return true;
    return event.digit === latest.digit && !packet.marker && (event.end || !latest.ended);
  }
}
