import { FRAME_MS, FRAME_SAMPLES, type G711 } from '@parley/audio';
import { writeRtpHeader } from './packet.ts';
import { type TelephoneEvent, writeTelephoneEvent } from './telephone-event.ts';

const HEADER_BYTES = 12;
const LONGEST_PTIME_MS = 200;
/**
 * Packets are written into a ring of buffers: a full socket keeps the last ones for a moment, and they must not be
 * overwritten meanwhile.
 */
const RING = 8;

export interface OutgoingFormat {
  codec: G711;
  payloadType: number;
  telephoneEventPayloadType: number | null;
  /** Sound in one packet; multiples of 10 ms up to 200. */
  ptimeMs: number;
}

/** Where a stream begins: all random, as RFC 3550 section 5.1 asks. */
export interface StreamOrigin {
  ssrc: number;
  sequenceNumber: number;
  timestamp: number;
}

/** The packets of one outgoing SSRC: numbers, clock, packetization. The clock runs on whether or not something is sent. */
export class OutgoingStream {
  private readonly ssrc: number;
  private readonly transmit: (packet: Uint8Array) => void;
  private readonly ring = Array.from({ length: RING }, () => new Uint8Array(HEADER_BYTES + 8 * LONGEST_PTIME_MS));
  private ringPosition = 0;
  private sequenceNumber: number;
  /** Of the next frame. */
  private timestamp: number;
  private marker = true;
  private readonly pending = new Uint8Array(8 * LONGEST_PTIME_MS + FRAME_SAMPLES);
  private pendingLength = 0;
  private eventTimestamp = 0;

  constructor(origin: StreamOrigin, transmit: (packet: Uint8Array) => void) {
    this.ssrc = origin.ssrc;
    this.sequenceNumber = origin.sequenceNumber;
    this.timestamp = origin.timestamp;
    this.transmit = transmit;
  }

  /** 160 bytes of sound; what makes up whole packets goes out. */
  sendAudio(encoded: Uint8Array, format: OutgoingFormat): void {
    this.pending.set(encoded, this.pendingLength);
    this.pendingLength += encoded.length;
    this.advance();
    const packetBytes = Math.min(LONGEST_PTIME_MS, format.ptimeMs) * (FRAME_SAMPLES / FRAME_MS);
    while (this.pendingLength >= packetBytes) this.sendPending(packetBytes, format);
  }

  /** A report of the event that began at the frame with `isStart`; takes the place of a frame of sound. */
  sendEvent(
    event: TelephoneEvent,
    isStart: boolean,
    format: OutgoingFormat & { telephoneEventPayloadType: number },
  ): void {
    if (this.pendingLength > 0) this.sendPending(this.pendingLength, format);
    if (isStart) this.eventTimestamp = this.timestamp;
    this.sendPacket(format.telephoneEventPayloadType, this.eventTimestamp, writeTelephoneEvent(event), isStart);
    this.advance();
  }

  /** A frame that is not sent: the peer is on hold, or not known yet. Sound after it starts a talkspurt. */
  skip(): void {
    this.pendingLength = 0;
    this.marker = true;
    this.advance();
  }

  private advance(): void {
    this.timestamp = (this.timestamp + FRAME_SAMPLES) >>> 0;
  }

  private sendPending(length: number, format: OutgoingFormat): void {
    const payload = this.pending.subarray(0, length);
    this.sendPacket(format.payloadType, (this.timestamp - this.pendingLength) >>> 0, payload, this.marker);
    this.marker = false;
    this.pending.copyWithin(0, length, this.pendingLength);
    this.pendingLength -= length;
  }

  private sendPacket(payloadType: number, timestamp: number, payload: Uint8Array, marker: boolean): void {
    const buffer = this.ring[this.ringPosition]!;
    this.ringPosition = (this.ringPosition + 1) % RING;
    const { sequenceNumber, ssrc } = this;
    writeRtpHeader(buffer, { marker, payloadType, sequenceNumber, timestamp, ssrc });
    buffer.set(payload, HEADER_BYTES);
    this.sequenceNumber = (sequenceNumber + 1) & 0xffff;
    this.transmit(buffer.subarray(0, HEADER_BYTES + payload.length));
  }
}
