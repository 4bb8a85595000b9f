import { type AudioCodec, type NegotiatedMedia, RtpSession } from '@parley/rtp';
import { MediaNegotiation } from '@parley/sip';
import { ImpairedPath } from './impaired-path.ts';
import type { NetworkImpairment } from './persona.ts';
import type { RtpPorts } from './rtp-ports.ts';

const CODECS: readonly AudioCodec[] = ['PCMU', 'PCMA'];

export interface PhoneMediaOptions {
  /** Numeric address of the phone. */
  address: string;
  /** Numeric address of who signals with the phone, whose audio may come from there as well as from where its SDP says. */
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
  private readonly negotiation: MediaNegotiation;
  private awaitsAnswer = false;

  private constructor(options: PhoneMediaOptions, rtp: RtpSession, path: ImpairedPath | null) {
    this.options = options;
    this.rtp = rtp;
    this.path = path;
    const { address, callerAddress } = options;
    const { port } = path ?? rtp;
    this.negotiation = new MediaNegotiation({ address, port, codecs: CODECS, networks: [callerAddress] });
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
    this.awaitsAnswer = offer === null;
    if (offer === null) return this.negotiation.offer();
    const { sdp, media } = this.negotiation.answerTo(offer);
    this.configure(media);
    return sdp;
  }

  /** Takes the answer to our offer; does nothing when none is awaited. Throws SdpError when it cannot be used. */
  takeAnswer(sdp: string): void {
    if (!this.awaitsAnswer) return;
    this.awaitsAnswer = false;
    this.configure(this.negotiation.answeredBy(sdp));
  }

  /** Our offer is out, and its answer is not in. */
  get isOffering(): boolean {
    return this.awaitsAnswer;
  }

  /** The next 20 ms of the caller; null when nothing comes in. */
  pull(): Int16Array | null {
    return this.rtp.pull()?.frame ?? null;
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

  private configure(media: NegotiatedMedia): void {
    const { address } = this.options;
    this.path?.connect({ address, port: this.rtp.port }, media.remote);
    this.rtp.configure(this.path ? { ...media, remote: { address, port: this.path.port } } : media);
  }
}
