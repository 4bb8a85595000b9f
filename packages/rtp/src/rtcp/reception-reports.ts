import { middleOf } from './ntp-time.ts';
import type { ReportBlock, SenderReport } from './rtcp-packet.ts';

const MOST_LOST = 0x7f_ffff;

/** What has come of the peer's stream, since it has its present SSRC. */
export interface ReceivedStream {
  ssrc: number;
  /** Extended by its cycles. */
  highestSequence: number;
  /** By sequence numbers. */
  expected: number;
  /** Duplicates left out. */
  received: number;
  jitterMs: number;
  /** Of its timestamps, in which jitter is reported. */
  clockRateHz: number;
}

/** Says of the peer's stream what is to be reported (RFC 3550 section 6.4.1 and appendix A.3). */
export class ReceptionReports {
  #before: ReceivedStream | null = null;
  #heard: { ssrc: number; middle: number; atMs: number } | null = null;

  /** The peer has reported as a sender. */
  hear({ ssrc, sentAt }: SenderReport, nowMs: number): void {
    this.#heard = { ssrc, middle: middleOf(sentAt), atMs: nowMs };
  }

  /** For the next report: none where nothing has come since the last one. */
  blocks(stream: ReceivedStream | null, nowMs: number): ReportBlock[] {
    const before = this.#before?.ssrc === stream?.ssrc ? this.#before : null;
    this.#before = stream;
    if (stream === null || stream.received === (before?.received ?? 0)) return [];
    const expected = stream.expected - (before?.expected ?? 0);
    const lost = expected - (stream.received - (before?.received ?? 0));
    const heard = this.#heard?.ssrc === stream.ssrc ? this.#heard : null;
    return [
      {
        ssrc: stream.ssrc,
        fractionLost: lost <= 0 ? 0 : Math.min(255, Math.floor((lost * 256) / expected)),
        packetsLost: Math.min(MOST_LOST, stream.expected - stream.received),
        highestSequence: stream.highestSequence >>> 0,
        jitter: Math.round((stream.jitterMs * stream.clockRateHz) / 1000) >>> 0,
        lastReport: heard?.middle ?? 0,
        sinceLastReport: heard ? Math.round(((nowMs - heard.atMs) * 65_536) / 1000) >>> 0 : 0,
      },
    ];
  }
}
