import { Concealer, decodeG711, FRAME_SAMPLES, transcodeG711 } from '@parley/audio';
import type { AgreedFormat } from './agreed-format.ts';
import { BackgroundLevel } from './background-level.ts';
import { ComfortNoise } from './comfort-noise.ts';
import { JitterBuffer } from './jitter-buffer.ts';
import type { RtpPacket } from './packet.ts';
import { Reception } from './reception.ts';
import { TelephoneEventReceiver } from './telephone-event-receiver.ts';

/** More than 200 ms in one packet is no telephone's. */
const LONGEST_PAYLOAD_BYTES = 1600;
const EVENT_PAYLOAD_BYTES = 4;
/** A level, and more coefficients than any filter has (RFC 3389 section 3). */
const LONGEST_NOISE_BYTES = 64;
/** Reports of a telephone event come at least this often while it lasts; sound that is missing then was never sent. */
const EVENT_INTERVAL_MS = 100;

/** Whether a packet is of a payload type and size that were agreed upon. */
export function isExpected(packet: RtpPacket, format: AgreedFormat): boolean {
  const { length } = packet.payload;
  if (packet.payloadType === format.telephoneEventPayloadType) return length >= EVENT_PAYLOAD_BYTES;
  if (packet.payloadType === format.comfortNoisePayloadType) return length > 0 && length <= LONGEST_NOISE_BYTES;
  return format.heard.has(packet.payloadType) && length > 0 && length <= LONGEST_PAYLOAD_BYTES;
}

/** The peer's packets on their way to sound: counted, ordered, decoded, concealed. */
export class IncomingStream {
  readonly reception = new Reception();
  packetsLate = 0;
  duplicates = 0;
  concealedFrames = 0;
  /** On the clock that is passed in. */
  firstPacketAtMs: number | null = null;
  lastPacketAtMs: number | null = null;

  private format: AgreedFormat | null = null;
  private readonly onDtmf: (digit: string) => void;
  private readonly events = new TelephoneEventReceiver();
  private lastEventAtMs = Number.NEGATIVE_INFINITY;
  private readonly background = new BackgroundLevel();
  private readonly jitterBuffer = new JitterBuffer({ isQuiet: (payload) => this.isQuiet(payload) });
  private readonly concealer = new Concealer();
  private readonly noise = new ComfortNoise();
  private readonly judged = new Int16Array(FRAME_SAMPLES);
  private readonly decoded = new Int16Array(FRAME_SAMPLES);

  constructor(onDtmf: (digit: string) => void) {
    this.onDtmf = onDtmf;
  }

  configure(format: AgreedFormat): void {
    // What waits for playout is of the old law, and would be noise in the new one.
    if (this.format !== null && this.format.codec !== format.codec) this.jitterBuffer.reset();
    this.format = format;
  }

  /** A packet of the peer that `isExpected`. */
  accept(packet: RtpPacket, nowMs: number): void {
    this.firstPacketAtMs ??= nowMs;
    this.lastPacketAtMs = nowMs;
    const { telephoneEventPayloadType, comfortNoisePayloadType, mayReceive } = this.format!;
    const isEvent = packet.payloadType === telephoneEventPayloadType;
    if (!this.reception.record(packet, nowMs, { timed: !isEvent })) this.duplicates += 1;
    else if (isEvent) this.acceptEvent(packet, nowMs);
    else if (!mayReceive) return;
    else if (packet.payloadType === comfortNoisePayloadType) this.acceptNoise(packet);
    else this.acceptSound(packet, nowMs);
  }

  private acceptNoise(packet: RtpPacket): void {
    this.noise.begin(packet);
    this.jitterBuffer.pushSoundless(packet);
  }

  private acceptSound(packet: RtpPacket, nowMs: number): void {
    this.noise.endAt(packet);
    if (this.jitterBuffer.push(this.inOneLaw(packet), nowMs) === 'late') this.packetsLate += 1;
  }

  /** A frame may be put together from packets of both laws, so all of them wait for playout in the one that is sent. */
  private inOneLaw(packet: RtpPacket): RtpPacket {
    const { codec, heard } = this.format!;
    const law = heard.get(packet.payloadType)!;
    return law === codec ? packet : { ...packet, payload: transcodeG711(law, packet.payload) };
  }

  /** The next 20 ms, valid until the next pull; null when there is nothing to hear. */
  pull(nowMs: number): { frame: Int16Array; concealed: boolean } | null {
    const playout = this.jitterBuffer.pull(nowMs);
    if (this.format === null || !this.format.mayReceive) return null;
    if (playout.type !== 'frame') {
      const noise = this.noise.frame(playout.type);
      if (noise !== null) return { frame: this.concealer.good(noise), concealed: false };
    }
    if (playout.type === 'empty') return null;
    if (playout.type === 'lost') {
      if (nowMs - this.lastEventAtMs < EVENT_INTERVAL_MS) return null;
      this.concealedFrames += 1;
      return { frame: this.concealer.conceal(), concealed: true };
    }
    this.noise.soundPlayed(this.jitterBuffer.playedSequenceNumber);
    const frame = this.concealer.good(decodeG711(this.format.codec, playout.payload, this.decoded));
    this.background.hear(frame);
    return { frame, concealed: false };
  }

  private acceptEvent(packet: RtpPacket, nowMs: number): void {
    this.lastEventAtMs = nowMs;
    const digit = this.events.receive(packet);
    if (digit !== null) this.onDtmf(digit);
  }

  private isQuiet(payload: Uint8Array): boolean {
    return this.background.isQuiet(decodeG711(this.format!.codec, payload, this.judged));
  }
}
