import { encodeG711, FRAME_MS, FRAME_SAMPLES, type G711 } from '@parley/audio';
import { writeRtpHeader } from './packet.ts';
import type { SentStream } from './rtcp/report-session.ts';
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

interface PacketBuffer {
  packet: Uint8Array;
  /** Of the packet, after its header. */
  payload: Uint8Array<ArrayBuffer>;
}

const SILENT_CODES: Record<G711, number> = {
  PCMU: encodeG711('PCMU', new Int16Array(1))[0]!,
  PCMA: encodeG711('PCMA', new Int16Array(1))[0]!,
};

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
  private readonly ring: PacketBuffer[] = [];
  private ringPosition = 0;
  private sequenceNumber: number;
  /** Of the next frame. */
  private timestamp: number;
  private packets = 0;
  private octets = 0;
  private marker = true;
  /** Sound that does not fill a packet yet; of the usual 20 ms there is none. */
  private pending = new Uint8Array(FRAME_SAMPLES);
  private pendingLength = 0;
  private eventTimestamp = 0;

  constructor(origin: StreamOrigin, transmit: (packet: Uint8Array) => void) {
    this.ssrc = origin.ssrc;
    this.sequenceNumber = origin.sequenceNumber;
    this.timestamp = origin.timestamp;
    this.transmit = transmit;
  }

  /** 160 samples of sound, null for silence; what makes up whole packets goes out. */
  sendAudio(frame: Int16Array | null, format: OutgoingFormat): void {
    const packetBytes = Math.min(LONGEST_PTIME_MS, format.ptimeMs) * (FRAME_SAMPLES / FRAME_MS);
    if (this.pendingLength === 0 && packetBytes === FRAME_SAMPLES) {
      this.sendFrame(frame, format);
      return;
    }
    this.hold(encode(frame, format, new Uint8Array(FRAME_SAMPLES)));
    this.advance();
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

  /** What RTCP says of it: the timestamp is that of the next frame. */
  get sent(): SentStream {
    const { packets, octets, timestamp } = this;
    return { packets, octets, timestamp };
  }

  private advance(): void {
    this.timestamp = (this.timestamp + FRAME_SAMPLES) >>> 0;
  }

  /** Encoded where it is sent from. */
  private sendFrame(frame: Int16Array | null, format: OutgoingFormat): void {
    const buffer = this.nextBuffer(FRAME_SAMPLES);
    encode(frame, format, buffer.payload);
    this.sendBuffer(buffer, format.payloadType, this.timestamp, this.marker);
    this.marker = false;
    this.advance();
  }

  private hold(encoded: Uint8Array): void {
    const length = this.pendingLength + encoded.length;
    if (length > this.pending.length) {
      const longer = new Uint8Array(length);
      longer.set(this.pending.subarray(0, this.pendingLength));
      this.pending = longer;
    }
    this.pending.set(encoded, this.pendingLength);
    this.pendingLength = length;
  }

  private sendPending(length: number, format: OutgoingFormat): void {
    const payload = this.pending.subarray(0, length);
    this.sendPacket(format.payloadType, (this.timestamp - this.pendingLength) >>> 0, payload, this.marker);
    this.marker = false;
    this.pending.copyWithin(0, length, this.pendingLength);
    this.pendingLength -= length;
  }

  private sendPacket(payloadType: number, timestamp: number, payload: Uint8Array, marker: boolean): void {
    const buffer = this.nextBuffer(payload.length);
    buffer.payload.set(payload);
    this.sendBuffer(buffer, payloadType, timestamp, marker);
  }

  /** A buffer of the ring for a payload of this length, which is that of the packet before, mostly. */
  private nextBuffer(payloadLength: number): PacketBuffer {
    this.ringPosition = (this.ringPosition + 1) % RING;
    const last = this.ring[this.ringPosition];
    if (last?.payload.length === payloadLength) return last;
    const packet = new Uint8Array(HEADER_BYTES + payloadLength);
    const buffer = { packet, payload: packet.subarray(HEADER_BYTES) };
    this.ring[this.ringPosition] = buffer;
    return buffer;
  }

  private sendBuffer({ packet, payload }: PacketBuffer, payloadType: number, timestamp: number, marker: boolean): void {
    const { sequenceNumber, ssrc } = this;
    writeRtpHeader(packet, { marker, payloadType, sequenceNumber, timestamp, ssrc });
    this.sequenceNumber = (sequenceNumber + 1) & 0xffff;
    this.packets += 1;
    this.octets += payload.length;
    this.transmit(packet);
  }
}

function encode(frame: Int16Array | null, { codec }: OutgoingFormat, out: Uint8Array<ArrayBuffer>): Uint8Array {
  return frame ? encodeG711(codec, frame, out) : out.fill(SILENT_CODES[codec]);
}
