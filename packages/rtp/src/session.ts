import { randomBytes } from 'node:crypto';
import type { RemoteInfo, Socket } from 'node:dgram';
import { isIP, SocketAddress } from 'node:net';
import { Concealer, decodeG711, dtmf, encodeG711, FRAME_SAMPLES, type G711 } from '@parley/audio';
import { BackgroundLevel } from './background-level.ts';
import { DTMF_TONE_MS, DtmfSequence, type DtmfStep } from './dtmf-sequence.ts';
import { JitterBuffer } from './jitter-buffer.ts';
import { type Endpoint, Latch } from './latch.ts';
import { type OutgoingFormat, OutgoingStream } from './outgoing-stream.ts';
import { isRtcp, parseRtp, type RtpPacket } from './packet.ts';
import { Reception } from './reception.ts';
import { TelephoneEventReceiver } from './telephone-event-receiver.ts';
import { bindSocket } from './udp-socket.ts';

/** More than 200 ms in one packet is no telephone's. */
const LONGEST_PAYLOAD_BYTES = 1600;
const SILENCE = new Int16Array(FRAME_SAMPLES);
/** Reports of a telephone event come at least this often while it lasts; sound that is missing then was never sent. */
const EVENT_INTERVAL_MS = 100;

export interface RtpSessionOptions {
  /** The local address to bind, numeric. */
  address: string;
  /** 0 for any that is free. */
  port: number;
}

export type RtpDirection = 'sendrecv' | 'sendonly' | 'recvonly' | 'inactive';

export interface RtpConfiguration {
  /**
   * The peer as its SDP describes it, numeric. Null, port 0, the unspecified address, or a name: unknown, so that
   * nothing is sent before the peer has been heard.
   */
  remote: Endpoint | null;
  codec: G711;
  payloadType: number;
  /** Null when telephone-event was not negotiated. */
  telephoneEventPayloadType: number | null;
  /** Sound in one packet that is sent: 10 to 200, 20 unless told. */
  ptimeMs?: number;
  /** As seen from here; 'sendrecv' unless told. */
  direction?: RtpDirection;
}

export interface RtpStats {
  packetsSent: number;
  /** Of RTP, without UDP and IP. */
  bytesSent: number;
  packetsReceived: number;
  /** By sequence numbers (RFC 3550 appendix A.3). */
  packetsLost: number;
  /** Came after their time to be played. */
  packetsLate: number;
  duplicates: number;
  /** Interarrival jitter (RFC 3550 appendix A.8). */
  jitterMs: number;
  concealedFrames: number;
  /** On the clock of performance.now(); null before there is one. */
  firstPacketAtMs: number | null;
  lastPacketAtMs: number | null;
  /** No RTP, or none of the negotiated payload types. */
  invalidDatagrams: number;
  /** From others than the peer. */
  foreignDatagrams: number;
}

/**
 * One call's sound over RTP: one UDP socket, one peer, G.711 and telephone events (RFC 3550, 3551, 4733).
 * Pull and send one frame each on every tick of 20 ms.
 */
export class RtpSession {
  /** Hears each digit that the peer sends as a telephone event, once. */
  onDtmf: ((digit: string) => void) | null = null;
  readonly port: number;

  private readonly socket: Socket;
  private closed = false;
  private configuration: (OutgoingFormat & { direction: RtpDirection }) | null = null;
  private readonly latch = new Latch();
  private readonly reception = new Reception();
  private readonly events = new TelephoneEventReceiver();
  private lastEventAtMs = Number.NEGATIVE_INFINITY;
  private readonly background = new BackgroundLevel();
  private readonly jitterBuffer = new JitterBuffer({ isQuiet: (payload) => this.isQuiet(payload) });
  private readonly concealer = new Concealer();
  private readonly outgoing: OutgoingStream;
  private readonly digits = new DtmfSequence();
  private readonly encoded = new Uint8Array(FRAME_SAMPLES);
  private readonly judged = new Int16Array(FRAME_SAMPLES);
  private readonly counts = {
    packetsSent: 0,
    bytesSent: 0,
    packetsLate: 0,
    duplicates: 0,
    concealedFrames: 0,
    firstPacketAtMs: null as number | null,
    lastPacketAtMs: null as number | null,
    invalidDatagrams: 0,
    foreignDatagrams: 0,
  };

  private constructor(socket: Socket) {
    this.socket = socket;
    this.port = socket.address().port;
    const random = randomBytes(10);
    const origin = {
      ssrc: random.readUInt32BE(0),
      timestamp: random.readUInt32BE(4),
      sequenceNumber: random.readUInt16BE(8),
    };
    this.outgoing = new OutgoingStream(origin, (packet) => this.transmit(packet));
    socket.on('message', (datagram, from) => this.receive(datagram, from));
    // A peer whose port is closed answers with ICMP, which Node reports here; whether it lives is not for RTP to say.
    socket.on('error', () => {});
  }

  /** Binds one UDP socket. Rejects with the system's error: `code` is EADDRINUSE when the port is taken. */
  static async open(options: RtpSessionOptions): Promise<RtpSession> {
    return new RtpSession(await bindSocket(options.address, options.port));
  }

  /** What the SDP has agreed upon; again after each further offer and answer. Before the first, all packets are ignored. */
  configure(configuration: RtpConfiguration): void {
    const { codec, payloadType, telephoneEventPayloadType, ptimeMs = 20, direction = 'sendrecv' } = configuration;
    if (!(ptimeMs >= 10 && ptimeMs <= 200 && ptimeMs % 10 === 0))
      throw new RangeError(`ptime of ${ptimeMs} ms is not a multiple of 10 up to 200`);
    // What waits for playout is of the old law, and would be noise in the new one.
    if (this.configuration !== null && this.configuration.codec !== codec) this.jitterBuffer.reset();
    this.configuration = { codec, payloadType, telephoneEventPayloadType, ptimeMs, direction };
    this.latch.expect(numericEndpoint(configuration.remote));
  }

  /**
   * The next 20 ms of the peer, in playout order; concealed when they are lost. The frame is the caller's to keep. Null
   * when nothing has arrived yet, when the peer pauses, or is not to be heard by the configured direction.
   */
  pull(): { frame: Int16Array; concealed: boolean } | null {
    const playout = this.jitterBuffer.pull(performance.now());
    if (playout.type === 'empty' || !this.mayReceive) return null;
    if (playout.type === 'lost') {
      if (performance.now() - this.lastEventAtMs < EVENT_INTERVAL_MS) return null;
      this.counts.concealedFrames += 1;
      return { frame: this.concealer.conceal(), concealed: true };
    }
    const frame = this.concealer.good(decodeG711(this.configuration!.codec, playout.payload));
    this.background.hear(frame);
    return { frame, concealed: false };
  }

  /** One frame of 160 samples, or null for silence, which is sent all the same: the RTP clock never stands still. */
  send(frame: Int16Array | null): void {
    const { configuration } = this;
    if (this.closed || configuration === null) return;
    if (!this.maySend) {
      this.outgoing.skip();
      return;
    }
    const step = this.digits.next();
    if (step === null) this.sendAudio(frame ?? SILENCE, configuration);
    else if (configuration.telephoneEventPayloadType === null) this.sendAudio(inBand(step), configuration);
    else this.sendStep(step, { ...configuration, telephoneEventPayloadType: configuration.telephoneEventPayloadType });
  }

  /**
   * Puts digits (`0`–`9`, `*`, `#`, `A`–`D`) in line: 100 ms each, 60 ms apart, in the place of sound; as telephone events where
   * negotiated, else as tones. RangeError for anything else.
   */
  sendDtmf(digits: string): void {
    this.digits.append(digits);
  }

  /** A snapshot. */
  get stats(): RtpStats {
    return {
      ...this.counts,
      packetsReceived: this.reception.received,
      packetsLost: this.reception.lost,
      jitterMs: this.reception.jitterMs,
    };
  }

  /** Closes the socket. Idempotent. */
  close(): void {
    if (this.closed) return;
    this.closed = true;
    this.socket.close();
  }

  private get mayReceive(): boolean {
    const direction = this.configuration?.direction;
    return direction === 'sendrecv' || direction === 'recvonly';
  }

  private get maySend(): boolean {
    const direction = this.configuration?.direction;
    return (direction === 'sendrecv' || direction === 'sendonly') && this.latch.target !== null;
  }

  private receive(datagram: Uint8Array, from: RemoteInfo): void {
    if (!this.latch.mayAccept(from.address, from.port) || this.configuration === null) {
      this.counts.foreignDatagrams += 1;
      return;
    }
    if (isRtcp(datagram)) return;
    const packet = parseRtp(datagram);
    if (packet === null || !this.isExpected(packet)) {
      this.counts.invalidDatagrams += 1;
      return;
    }
    const verdict = this.latch.judge(from.address, from.port, packet);
    if (verdict === 'foreign') this.counts.foreignDatagrams += 1;
    if (verdict === 'accepted') this.accept(packet);
  }

  private isExpected(packet: RtpPacket): boolean {
    const { payloadType, telephoneEventPayloadType } = this.configuration!;
    if (packet.payloadType === telephoneEventPayloadType) return packet.payload.length >= 4;
    const { length } = packet.payload;
    return packet.payloadType === payloadType && length > 0 && length <= LONGEST_PAYLOAD_BYTES;
  }

  private accept(packet: RtpPacket): void {
    const nowMs = performance.now();
    this.counts.firstPacketAtMs ??= nowMs;
    this.counts.lastPacketAtMs = nowMs;
    const isEvent = packet.payloadType === this.configuration!.telephoneEventPayloadType;
    if (!this.reception.record(packet, nowMs, { timed: !isEvent })) this.counts.duplicates += 1;
    else if (isEvent) this.acceptEvent(packet, nowMs);
    else if (this.mayReceive && this.jitterBuffer.push(packet, nowMs) === 'late') this.counts.packetsLate += 1;
  }

  private acceptEvent(packet: RtpPacket, nowMs: number): void {
    this.lastEventAtMs = nowMs;
    const digit = this.events.receive(packet);
    if (digit !== null) this.onDtmf?.(digit);
  }

  private isQuiet(payload: Uint8Array): boolean {
    return this.background.isQuiet(decodeG711(this.configuration!.codec, payload, this.judged));
  }

  private sendAudio(frame: Int16Array, configuration: OutgoingFormat): void {
    this.outgoing.sendAudio(encodeG711(configuration.codec, frame, this.encoded), configuration);
  }

  private sendStep(step: DtmfStep, format: OutgoingFormat & { telephoneEventPayloadType: number }): void {
    if (step.phase === 'gap') {
      this.sendAudio(SILENCE, format);
      return;
    }
    const isTone = step.phase === 'tone';
    const duration = isTone ? (step.frame + 1) * FRAME_SAMPLES : DTMF_TONE_MS * 8;
    const event = { digit: step.digit, end: !isTone || step.lastOfTone, duration };
    this.outgoing.sendEvent(event, step.frame === 0, format);
  }

  private transmit(packet: Uint8Array): void {
    const { address, port } = this.latch.target!;
    this.counts.packetsSent += 1;
    this.counts.bytesSent += packet.length;
    this.socket.send(packet, port, address);
  }
}

function inBand(step: DtmfStep): Int16Array {
  if (step.phase !== 'tone') return SILENCE;
  return dtmf(step.digit, DTMF_TONE_MS).subarray(step.frame * FRAME_SAMPLES, (step.frame + 1) * FRAME_SAMPLES);
}

/** In the spelling of the socket's own reports; null when there is nowhere to send to. */
function numericEndpoint(remote: Endpoint | null): Endpoint | null {
  if (remote === null || remote.port < 1 || remote.port > 65_535) return null;
  const version = isIP(remote.address);
  if (version === 0) return null;
  const { address } = new SocketAddress({ address: remote.address, family: version === 6 ? 'ipv6' : 'ipv4' });
  return address === '0.0.0.0' || address === '::' ? null : { address, port: remote.port };
}
