import type { AudioRateHz, Frame } from '@parley/audio';
import { emodelMos, type NegotiatedMedia, type RtpSession, unheardRate } from '@parley/rtp';
import type { MediaStats } from '../media.ts';
import type { MediaEndpoint } from './media-endpoint.ts';

/** A leg whose audio comes and goes over RTP. */
export class RtpEndpoint implements MediaEndpoint {
  readonly #rtp: RtpSession;
  #isHeld = false;

  constructor(rtp: RtpSession) {
    this.#rtp = rtp;
  }

  get onDtmf(): ((digit: string) => void) | null {
    return this.#rtp.onDtmf;
  }

  set onDtmf(hear: ((digit: string) => void) | null) {
    this.#rtp.onDtmf = hear;
  }

  get port(): number {
    return this.#rtp.port;
  }

  get rateHz(): AudioRateHz {
    return this.#rtp.rateHz;
  }

  get isHeld(): boolean {
    return this.#isHeld;
  }

  get received(): number {
    return this.#rtp.packetsReceived;
  }

  get stats(): MediaStats {
    const { packetsSent, packetsReceived, packetsLost, packetsLate, jitterMs, ...counted } = this.#rtp.stats;
    const { concealedFrames, recoveredFrames } = counted;
    const { bytesSent, duplicates, invalidDatagrams, unexpectedSources, packetsForged, packetsReplayed } = counted;
    const encryption = { unreadable: packetsForged + packetsReplayed, replayed: packetsReplayed };
    const reports = this.#rtp.reportFigures;
    const lossRate = unheardRate({ packetsReceived, packetsLost, packetsLate, concealedFrames, recoveredFrames });
    return {
      packetsSent,
      packetsReceived,
      packetsLost,
      packetsLate,
      concealedFrames,
      recoveredFrames,
      jitterMs,
      mos: emodelMos({ lossRate, jitterMs, delayMs: (reports.roundTripMs ?? 0) / 2 }),
      rtp: {
        ...this.#rtp.streamFigures,
        ...encryption,
        ...{ bytesSent, duplicates, invalidDatagrams, unexpectedSources, reports },
      },
    };
  }

  redirect(media: NegotiatedMedia): void {
    this.#isHeld = media.direction === 'recvonly' || media.direction === 'inactive';
    this.#rtp.configure(media);
  }

  pull(): Frame | null {
    return this.#rtp.pull()?.frame ?? null;
  }

  send(frame: Frame | null): void {
    this.#rtp.send(frame);
  }

  discardUnplayed(): number {
    return 0;
  }

  clear(): void {
    this.#rtp.clearDtmf();
  }

  sendDtmf(digits: string): void {
    this.#rtp.sendDtmf(digits);
  }

  close(): void {
    this.#rtp.close();
  }
}
