import { randomInt } from 'node:crypto';
import { DtmfDetector, FRAME_MS } from '@parley/audio';
import { RtpSession } from '@parley/rtp';
import {
  type AudioCodec,
  type CreatedAnswer,
  createAnswer,
  createOffer,
  type Direction,
  type RemoteMedia,
  readSdp,
} from '@parley/sip';
import { ImpairedPath } from './impaired-path.ts';
import type { NetworkImpairment } from './persona.ts';
import type { RtpPorts } from './rtp-ports.ts';

const CODECS: readonly AudioCodec[] = ['PCMU', 'PCMA'];

export interface PhoneMediaOptions {
  /** Numeric address of the phone. */
  address: string;
  /** Numeric address of who signals with the phone, whose sound may come from there as well as from where its SDP says. */
  callerAddress: string;
  ports: RtpPorts;
  impairment: NetworkImpairment | null;
}

/** The sound of one call at the phone: its RTP socket and what SDP says of it. */
export class PhoneMedia {
  /** Hears each key that the caller presses. */
  onDigit: ((digit: string) => void) | null = null;
  private readonly options: PhoneMediaOptions;
  private readonly rtp: RtpSession;
  private readonly path: ImpairedPath | null;
  private readonly sessionId = randomInt(1, 2 ** 47);
  private sessionVersion = 0;
  private awaitsAnswer = false;
  /** Listens for keys in the sound, when the peer cannot send them as events. */
  private tones: DtmfDetector | null = null;

  private constructor(options: PhoneMediaOptions, rtp: RtpSession, path: ImpairedPath | null) {
    this.options = options;
    this.rtp = rtp;
    this.path = path;
    rtp.onDtmf = (digit) => this.onDigit?.(digit);
  }

  /** Rejects with the system's error when no port is free. */
  static async open(options: PhoneMediaOptions): Promise<PhoneMedia> {
    const { address, ports, impairment } = options;
    if (!impairment)
      return new PhoneMedia(options, await ports.open((port) => RtpSession.open({ address, port })), null);
    const path = await ports.open((port) => ImpairedPath.open(address, port, impairment));
    try {
      return new PhoneMedia(options, await RtpSession.open({ address, port: 0 }), path);
    } catch (error) {
      path.close();
      throw error;
    }
  }

  /** Our description: the answer to an offer, or an offer when there is none. Throws SdpError when it cannot be agreed to. */
  describe(offer: string | null): string {
    this.sessionVersion += 1;
    this.awaitsAnswer = offer === null;
    if (offer === null) return createOffer({ ...this.local, codecs: CODECS });
    const remote = readSdp(offer);
    const answer = createAnswer(remote, { ...this.local, codecs: CODECS });
    this.configure(remote, answer.codec, answer.direction);
    return answer.sdp;
  }

  /** Takes the answer to our offer; does nothing when none is awaited. Throws SdpError when it cannot be used. */
  takeAnswer(sdp: string): void {
    if (!this.awaitsAnswer) return;
    this.awaitsAnswer = false;
    const remote = readSdp(sdp);
    // Of a description that repeats our own codecs, an answer to it is the choice that was made (RFC 3264 section 6.1).
    const { codec, direction } = createAnswer(remote, { ...this.local, codecs: CODECS });
    this.configure(remote, codec, direction);
  }

  /** Our offer is out, and its answer is not in. */
  get isOffering(): boolean {
    return this.awaitsAnswer;
  }

  /** The next 20 ms of the caller; null when nothing comes in. */
  pull(): Int16Array | null {
    const frame = this.rtp.pull()?.frame ?? null;
    const digit = frame && this.tones?.push(frame);
    if (digit) this.onDigit?.(digit);
    return frame;
  }

  /** Once every 20 ms; null is silence. */
  send(frame: Int16Array | null): void {
    this.rtp.send(frame);
  }

  /** Idempotent. */
  close(): void {
    this.rtp.close();
    this.path?.close();
  }

  private get local() {
    const { address } = this.options;
    const { port } = this.path ?? this.rtp;
    return { address, port, sessionId: this.sessionId, sessionVersion: this.sessionVersion };
  }

  private configure(remote: RemoteMedia, codec: CreatedAnswer['codec'], direction: Direction): void {
    const { address, callerAddress } = this.options;
    const { telephoneEventPayloadType, ptimeMs } = remote;
    this.tones = telephoneEventPayloadType === null ? (this.tones ?? new DtmfDetector()) : null;
    this.path?.connect({ address, port: this.rtp.port }, remote);
    this.rtp.configure({
      remote: this.path ? { address, port: this.path.port } : remote,
      networks: [callerAddress],
      codec: codec.name,
      payloadType: codec.payloadType,
      telephoneEventPayloadType,
      direction,
      ptimeMs: isPacketable(ptimeMs) ? ptimeMs : FRAME_MS,
    });
  }
}

/** What our RTP can cut its packets to. */
function isPacketable(ptimeMs: number): boolean {
  return ptimeMs >= 10 && ptimeMs <= 200 && ptimeMs % 10 === 0;
}
