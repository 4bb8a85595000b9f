import {
  AUDIO_CODECS,
  type AudioCodec,
  type AudioEncoder,
  type AudioRateHz,
  FRAME_MS,
  frameSamples,
} from '@parley/audio';
import type { OpusReception } from './negotiated-media.ts';
import { writeRtpHeader } from './packet.ts';
import type { SentStream } from './rtcp/report-session.ts';
import { type TelephoneEvent, writeTelephoneEvent } from './telephone-event.ts';

const HEADER_BYTES = 12;
const LONGEST_PTIME_MS = 200;
/** Longer than any codec's: 200 ms of G.711. */
const LONGEST_PAYLOAD_BYTES = 1600;
/** One packet of Opus is one frame of it, of these lengths (RFC 6716 section 2.1.4). */
const OPUS_FRAMES_MS = [60, 40, 20, 10];
/**
 * Packets are written into a ring of buffers: a full socket keeps the last ones for a moment, and they must not be
 * overwritten meanwhile.
 */
const RING = 8;
/** Of the durations that events are given in here. */
const EVENT_CLOCK_HZ = 8000;

export interface OutgoingFormat {
  codec: AudioCodec;
  payloadType: number;
  telephoneEventPayloadType: number | null;
  telephoneEventClockRateHz: number;
  /** Sound in one packet; multiples of 10 ms up to 200. */
  ptimeMs: number;
  /** How Opus may be sent. Default: at any bitrate. */
  opusReception?: OpusReception;
}

interface PacketBuffer {
  packet: Uint8Array;
  /** Of the packet, after its header. */
  payload: Uint8Array<ArrayBuffer>;
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
  private readonly rateHz: AudioRateHz;
  private readonly silence: Int16Array;
  private readonly transmit: (packet: Uint8Array) => void;
  private readonly ring: PacketBuffer[] = [];
  private ringPosition = 0;
  private encoder: { codec: AudioCodec; encoder: AudioEncoder } | null = null;
  private readonly encoded = new Uint8Array(LONGEST_PAYLOAD_BYTES);
  private clockRateHz = 8000;
  private sequenceNumber: number;
  /** Of the next frame. */
  private timestamp: number;
  private packets = 0;
  private octets = 0;
  private marker = true;
  /** Sound that does not fill a packet yet; of the usual 20 ms there is none. */
  private pending = new Int16Array(0);
  private pendingLength = 0;
  private eventTimestamp = 0;

  /** `rateHz`: of the frames that are sent. */
  constructor(origin: StreamOrigin, rateHz: AudioRateHz, transmit: (packet: Uint8Array) => void) {
    this.ssrc = origin.ssrc;
    this.sequenceNumber = origin.sequenceNumber;
    this.timestamp = origin.timestamp;
    this.rateHz = rateHz;
    this.silence = new Int16Array(frameSamples(rateHz));
    this.transmit = transmit;
  }

  /** What is sent from now on; sound that waits for the rest of its packet goes in the new codec. */
  configure({ codec, opusReception }: OutgoingFormat): void {
    if (this.encoder?.codec !== codec) {
      this.encoder?.encoder.close();
      this.encoder = { codec, encoder: AUDIO_CODECS[codec].openEncoder(this.rateHz) };
      this.clockRateHz = AUDIO_CODECS[codec].clockRateHz;
    }
    this.encoder.encoder.limitBitrate?.(opusReception?.mostBitsPerSecond ?? null);
  }

  /** So much of what is sent gets lost, in percent: the codec may send some of it twice. */
  expectLoss(percent: number): void {
    this.encoder?.encoder.expectLoss?.(percent);
  }

  /** 20 ms of audio, null for silence; what makes up whole packets goes out. */
  sendAudio(frame: Int16Array | null, format: OutgoingFormat): void {
    const samples = frame ?? this.silence;
    const packetSamples = this.samplesOf(packetMs(format));
    if (this.pendingLength === 0 && packetSamples === samples.length) {
      this.sendSound(samples, this.timestamp, format);
      this.advance();
      return;
    }
    this.hold(samples);
    this.advance();
    while (this.pendingLength >= packetSamples) this.sendPending(packetSamples, format);
  }

  /** A report of the event that began at the frame with `isStart`; takes the place of a frame of audio. */
  sendEvent(
    event: TelephoneEvent,
    isStart: boolean,
    format: OutgoingFormat & { telephoneEventPayloadType: number },
  ): void {
    if (this.pendingLength > 0) this.sendPending(this.pendingLength, format);
    if (isStart) this.eventTimestamp = this.timestamp;
    const duration = (event.duration * format.telephoneEventClockRateHz) / EVENT_CLOCK_HZ;
    const payload = writeTelephoneEvent({ ...event, duration });
    this.sendPacket(format.telephoneEventPayloadType, this.eventTimestamp, payload, isStart);
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
    const { packets, octets, timestamp, clockRateHz } = this;
    return { packets, octets, timestamp, clockRateHz };
  }

  close(): void {
    this.encoder?.encoder.close();
    this.encoder = null;
  }

  private samplesOf(ms: number): number {
    return (this.rateHz * ms) / 1000;
  }

  private advance(): void {
    this.timestamp = (this.timestamp + this.clockStepsOf(this.silence.length)) >>> 0;
  }

  private clockStepsOf(samples: number): number {
    return (samples * this.clockRateHz) / this.rateHz;
  }

  private hold(samples: Int16Array): void {
    const length = this.pendingLength + samples.length;
    if (length > this.pending.length) {
      const longer = new Int16Array(length);
      longer.set(this.pending.subarray(0, this.pendingLength));
      this.pending = longer;
    }
    this.pending.set(samples, this.pendingLength);
    this.pendingLength = length;
  }

  private sendPending(length: number, format: OutgoingFormat): void {
    const timestamp = (this.timestamp - this.clockStepsOf(this.pendingLength)) >>> 0;
    this.sendSound(this.pending.subarray(0, length), timestamp, format);
    this.pending.copyWithin(0, length, this.pendingLength);
    this.pendingLength -= length;
  }

  private sendSound(samples: Int16Array, timestamp: number, { payloadType }: OutgoingFormat): void {
    const bytes = this.encoder?.encoder.encode(samples, this.encoded) ?? 0;
    if (bytes === 0) return;
    this.sendPacket(payloadType, timestamp, this.encoded.subarray(0, bytes), this.marker);
    this.marker = false;
  }

  private sendPacket(payloadType: number, timestamp: number, payload: Uint8Array, marker: boolean): void {
    const { packet, payload: room } = this.nextBuffer(payload.length);
    room.set(payload);
    const { sequenceNumber, ssrc } = this;
    writeRtpHeader(packet, { marker, payloadType, sequenceNumber, timestamp, ssrc });
    this.sequenceNumber = (sequenceNumber + 1) & 0xffff;
    this.packets += 1;
    this.octets += payload.length;
    this.transmit(packet);
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
}

/** The longest packet that the codec has, and that is not longer than what the peer asks for. */
function packetMs({ codec, ptimeMs }: OutgoingFormat): number {
  if (codec !== 'OPUS') return Math.min(LONGEST_PTIME_MS, ptimeMs);
  return OPUS_FRAMES_MS.find((ms) => ms <= ptimeMs) ?? FRAME_MS;
}
