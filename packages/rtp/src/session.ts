import { randomBytes } from 'node:crypto';
import type { RemoteInfo, Socket } from 'node:dgram';
import { AUDIO_CODECS, type AudioRateHz, dtmf, frameSamples } from '@parley/audio';
import { type AgreedFormat, agreedFormat } from './agreed-format.ts';
import { DTMF_TONE_MS, DtmfSequence, type DtmfStep } from './dtmf-sequence.ts';
import { IncomingStream, isExpected } from './incoming-stream.ts';
import { Latch } from './latch.ts';
import type { NegotiatedMedia } from './negotiated-media.ts';
import { OutgoingStream, type StreamOrigin } from './outgoing-stream.ts';
import { isRtcp, parseRtp, type RtpPacket } from './packet.ts';
import { MediaReports } from './rtcp/media-reports.ts';
import type { ReportFigures } from './rtcp/report-session.ts';
import { MediaEncryption } from './srtp/media-encryption.ts';
import { type PacketKind, type StreamFigures, StreamRecord } from './stream-record.ts';
import { bindSocket, networksOf, numericEndpoint } from './udp-socket.ts';

export interface RtpSessionOptions {
  /** The local address to bind, numeric. */
  address: string;
  /** 0 for any that is free. */
  port: number;
  /** Of the frames that are pulled and sent, whatever the codec; `'agreed'`: of the codec that is agreed upon first. Default 8000. */
  rateHz?: AudioRateHz | 'agreed';
}

/** One packet of RTP, without encryption. */
export interface SeenPacket {
  isSent: boolean;
  packet: Uint8Array;
  /** Where it goes, or comes from. */
  remote: { host: string; port: number };
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
  /** Of packets that were lost or late, taken from the packet behind them. */
  recoveredFrames: number;
  /** On the clock of performance.now(); null before there is one. */
  firstPacketAtMs: number | null;
  lastPacketAtMs: number | null;
  /** No RTP, or none of the negotiated payload types. */
  invalidDatagrams: number;
  /** Datagrams from others than the peer. */
  unexpectedSources: number;
  /** With SRTP: packets whose tag was wrong, plain ones among them. */
  packetsForged: number;
  /** With SRTP: packets that were there before, or too old to tell. */
  packetsReplayed: number;
}

/**
 * One call's audio over RTP or SRTP: one peer, G.711, G.722 or Opus, telephone events and comfort noise (RFC 3550, 3551, 3711,
 * 4733, 7587, 3389), and the reports about it (RTCP, SRTCP). Pull and send one frame each on every tick of 20 ms. All frames
 * have one rate: what another codec has is converted, in the middle of a call too.
 */
export class RtpSession {
  /** Hears each digit that the peer sends, once: as a telephone event, or as tones where events were not agreed upon. */
  onDtmf: ((digit: string) => void) | null = null;
  /** Sees each packet of RTP that goes out or comes from the peer, decrypted; what it gets is valid during the call alone. */
  onPacket: ((packet: SeenPacket) => void) | null = null;
  readonly address: string;
  readonly port: number;

  private readonly socket: Socket;
  private closed = false;
  private format: AgreedFormat | null = null;
  private readonly latch = new Latch();
  private readonly origin: StreamOrigin;
  /** Null: the first agreement says. */
  private agreedRateHz: AudioRateHz | null;
  private incoming: IncomingStream;
  private outgoing: OutgoingStream;
  private readonly record = new StreamRecord();
  private readonly reports: MediaReports;
  private encryption: MediaEncryption | null = null;
  /** Also while media is plain again: a key that comes back goes on where it was. */
  private lastEncryption: MediaEncryption | null = null;
  private readonly digits = new DtmfSequence();
  private packetsSent = 0;
  private bytesSent = 0;
  private invalidDatagrams = 0;
  private unexpectedSources = 0;

  private constructor(socket: Socket, rateHz: AudioRateHz | 'agreed') {
    this.socket = socket;
    this.agreedRateHz = rateHz === 'agreed' ? null : rateHz;
    ({ address: this.address, port: this.port } = socket.address());
    const random = randomBytes(10);
    this.origin = {
      ssrc: random.readUInt32BE(0),
      timestamp: random.readUInt32BE(4),
      // So that the first packets do not wrap, which SRTP could not tell if one was lost (RFC 3711 section 3.3.1).
      sequenceNumber: random.readUInt16BE(8) & 0x7fff,
    };
    this.incoming = this.openIncoming();
    this.outgoing = this.openOutgoing();
    this.reports = new MediaReports({
      ssrc: this.origin.ssrc,
      streams: () => ({ sent: this.outgoing.sent, received: this.incoming.reception.stream }),
      address: this.address,
      rtpPort: this.port,
      isPeer: (address) => this.latch.isNear(address),
      sendWithMedia: (datagram) => this.sendToPeer(datagram),
    });
    socket.on('message', (datagram, from) => this.receive(datagram, from));
    // A peer whose port is closed answers with ICMP, which Node reports here; whether it lives is not for RTP to say.
    socket.on('error', () => {});
  }

  /** Binds one UDP socket. Rejects with the system's error: `code` is EADDRINUSE when the port is taken. */
  static async open({ address, port, rateHz = 8000 }: RtpSessionOptions): Promise<RtpSession> {
    return new RtpSession(await bindSocket(address, port), rateHz);
  }

  /** Of all frames; before the first agreement says otherwise 8000. */
  get rateHz(): AudioRateHz {
    return this.agreedRateHz ?? 8000;
  }

  /**
   * What the SDP has agreed upon; again after each further offer and answer. Before the first, all packets are ignored.
   * RangeError for a ptime that is not a multiple of 10 from 10 to 200, and for what is no network.
   */
  configure(media: NegotiatedMedia): void {
    this.format = agreedFormat(media);
    if (this.agreedRateHz === null) this.settleRate(AUDIO_CODECS[media.codec].rateHz);
    this.encryption = media.crypto && new MediaEncryption(media.crypto, this.lastEncryption);
    this.lastEncryption = this.encryption ?? this.lastEncryption;
    this.incoming.configure(this.format);
    this.outgoing.configure(this.format);
    this.record.configure(this.format.mayReceive, performance.now());
    this.latch.expect(numericEndpoint(media.remote), networksOf(media.networks));
    this.reports.configure(media.rtcp, this.encryption);
  }

  /**
   * The next 20 ms of the peer, in playout order; concealed when they are lost. The frame is valid until the next
   * pull. Null when nothing has arrived yet, when the peer pauses, or is not to be heard by the configured direction.
   */
  pull(): { frame: Int16Array; concealed: boolean } | null {
    return this.closed ? null : this.incoming.pull(performance.now());
  }

  /** One frame at `rateHz`, or null for silence, which is sent all the same: the RTP clock never stands still. */
  send(frame: Int16Array | null): void {
    const { format } = this;
    if (this.closed || format === null) return;
    this.reports.tick();
    if (!format.maySend || this.latch.target === null) {
      this.outgoing.skip();
      return;
    }
    const step = this.digits.next();
    this.outgoing.expectLoss(format.opusReception.decodesFec ? this.reports.expectedLossPercent : 0);
    if (step === null) this.outgoing.sendAudio(frame, format);
    else this.sendDigit(step, format);
  }

  /**
   * Puts digits (`0`–`9`, `*`, `#`, `A`–`D`) in line: 100 ms each, 60 ms apart, in the place of audio; as telephone events
   * where negotiated, else as tones. RangeError for anything else.
   */
  sendDtmf(digits: string): void {
    this.digits.append(digits);
  }

  /** Forgets the digits in line; one that sounds already is sent to its end. */
  clearDtmf(): void {
    this.digits.clear();
  }

  /** As in the statistics, for a look at every tick. */
  get packetsReceived(): number {
    return this.incoming.reception.received;
  }

  /** A snapshot. */
  get stats(): RtpStats {
    const { packetsSent, bytesSent, invalidDatagrams, unexpectedSources, incoming } = this;
    const { packetsLate, duplicates, concealedFrames, recoveredFrames, reception } = incoming;
    const { firstPacketAtMs, lastPacketAtMs } = incoming;
    return {
      packetsSent,
      bytesSent,
      packetsReceived: reception.received,
      packetsLost: reception.lost,
      packetsLate,
      duplicates,
      jitterMs: reception.jitterMs,
      concealedFrames,
      recoveredFrames,
      firstPacketAtMs,
      lastPacketAtMs,
      invalidDatagrams,
      unexpectedSources,
      packetsForged: this.lastEncryption?.counts.forged ?? 0,
      packetsReplayed: this.lastEncryption?.counts.replayed ?? 0,
    };
  }

  /** A snapshot of what is asked for when a call went wrong. */
  get streamFigures(): StreamFigures {
    return this.record.figures(performance.now(), this.latch.agreed);
  }

  /** What RTCP has reported, a snapshot. */
  get reportFigures(): ReportFigures {
    return this.reports.figures;
  }

  /** Says BYE (RFC 3550 section 6.6) and closes the sockets. Idempotent. */
  close(): void {
    if (this.closed) return;
    this.closed = true;
    this.reports.close();
    this.incoming.close();
    this.outgoing.close();
    this.socket.close();
  }

  /** Nothing was sent or accepted yet: the streams begin with it. */
  private settleRate(rateHz: AudioRateHz): void {
    this.agreedRateHz = rateHz;
    if (rateHz === 8000) return;
    this.incoming.close();
    this.outgoing.close();
    this.incoming = this.openIncoming();
    this.outgoing = this.openOutgoing();
  }

  private openIncoming(): IncomingStream {
    return new IncomingStream(this.rateHz, (digit) => this.onDtmf?.(digit));
  }

  private openOutgoing(): OutgoingStream {
    return new OutgoingStream(this.origin, this.rateHz, (packet) => this.transmit(packet));
  }

  private receive(datagram: Uint8Array, from: RemoteInfo): void {
    const { format } = this;
    if (format === null || !this.latch.mayAccept(from.address, from.port)) {
      this.unexpectedSources += 1;
      this.record.refuseSource(from);
      return;
    }
    if (isRtcp(datagram)) {
      this.reports.hear(datagram);
      return;
    }
    const plain = this.encryption ? this.encryption.open(datagram) : datagram;
    if (plain === null) return;
    this.onPacket?.({ isSent: false, packet: plain, remote: { host: from.address, port: from.port } });
    const packet = parseRtp(plain);
    if (packet === null || !isExpected(packet, format)) {
      this.invalidDatagrams += 1;
      if (packet !== null) this.record.refuseType(packet.payloadType);
      return;
    }
    const verdict = this.latch.judge(from.address, from.port, packet);
    if (verdict === 'unexpected_source') {
      this.unexpectedSources += 1;
      this.record.refuseSource(from);
    }
    if (verdict !== 'accepted') return;
    const nowMs = performance.now();
    this.record.accept(packet, from, nowMs, kindOf(packet, format), AUDIO_CODECS[format.codec].clockRateHz);
    this.incoming.accept(packet, nowMs);
  }

  private sendDigit(step: DtmfStep, format: AgreedFormat): void {
    const { telephoneEventPayloadType } = format;
    if (telephoneEventPayloadType === null) this.outgoing.sendAudio(inBand(step, this.rateHz), format);
    else if (step.phase === 'gap') this.outgoing.sendAudio(null, format);
    else this.outgoing.sendEvent(step.event, step.frame === 0, { ...format, telephoneEventPayloadType });
  }

  private transmit(packet: Uint8Array): void {
    const { target } = this.latch;
    if (target !== null) {
      this.onPacket?.({ isSent: true, packet, remote: { host: target.address, port: target.port } });
    }
    const datagram = this.encryption ? this.encryption.seal(packet) : packet;
    this.packetsSent += 1;
    this.bytesSent += datagram.length;
    this.sendToPeer(datagram);
  }

  private sendToPeer(datagram: Uint8Array): void {
    const { target } = this.latch;
    if (target !== null) this.socket.send(datagram, target.port, target.address);
  }
}

function kindOf({ payloadType }: RtpPacket, format: AgreedFormat): PacketKind {
  if (format.telephoneEvents.has(payloadType)) return 'key';
  return payloadType === format.comfortNoisePayloadType ? 'noise' : 'sound';
}

function inBand(step: DtmfStep, rateHz: AudioRateHz): Int16Array | null {
  if (step.phase !== 'tone') return null;
  const samples = frameSamples(rateHz);
  const start = step.frame * samples;
  return dtmf(step.event.digit, DTMF_TONE_MS, rateHz).subarray(start, start + samples);
}
