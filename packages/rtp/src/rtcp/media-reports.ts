import { randomBytes } from 'node:crypto';
import type { NegotiatedRtcp } from '../negotiated-media.ts';
import { isRtcp } from '../packet.ts';
import type { MediaEncryption } from '../srtp/media-encryption.ts';
import { ReportChannel, type ReportPlaces } from './report-channel.ts';
import { type ReportFigures, ReportSession, type Streams } from './report-session.ts';

/** What names us in RTCP: random, 96 bits (RFC 7022 section 4.2). */
const CNAME_BYTES = 12;

export interface MediaReportsOptions extends ReportPlaces {
  /** Of our stream. */
  ssrc: number;
  /** How the audio goes at this moment. */
  streams(): Streams;
}

/** The RTCP of one call, encrypted where its media is, on the clock of performance.now(). */
export class MediaReports {
  readonly #streams: () => Streams;
  readonly #session: ReportSession;
  readonly #channel: ReportChannel;
  #encryption: MediaEncryption | null = null;

  constructor({ ssrc, streams, ...places }: MediaReportsOptions) {
    this.#streams = streams;
    this.#session = new ReportSession({
      ssrc,
      cname: randomBytes(CNAME_BYTES).toString('base64'),
      clockOriginMs: performance.timeOrigin,
      random: Math.random,
    });
    this.#channel = new ReportChannel({ ...places, onDatagram: (datagram) => isRtcp(datagram) && this.hear(datagram) });
  }

  /** What was agreed upon, again after each further offer and answer. */
  configure(rtcp: NegotiatedRtcp, encryption: MediaEncryption | null): void {
    this.#encryption = encryption;
    this.#channel.configure(rtcp);
  }

  get figures(): ReportFigures {
    return this.#session.figures;
  }

  /** Of what is sent, by the peer's reports. */
  get expectedLossPercent(): number {
    return this.#session.expectedLossPercent;
  }

  /** Sends what is due: to be called with each frame. */
  tick(): void {
    this.#send(this.#session.due(performance.now(), this.#streams));
  }

  /** A datagram that `isRtcp`, from where the peer may be. False when it is none of the peer's. */
  hear(datagram: Uint8Array): boolean {
    const plain = this.#encryption ? this.#encryption.openReport(datagram) : datagram;
    return plain !== null && this.#session.hear(plain, performance.now(), this.#streams().sent);
  }

  /** Says BYE (RFC 3550 section 6.6). To be called once. */
  close(): void {
    this.#send(this.#session.farewell(performance.now(), this.#streams()));
    this.#channel.close();
  }

  #send(datagram: Uint8Array | null): void {
    if (datagram !== null) this.#channel.send(this.#encryption ? this.#encryption.sealReport(datagram) : datagram);
  }
}
