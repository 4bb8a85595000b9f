import { ahead32 } from '../serial-number.ts';
import { ExpectedLoss } from './expected-loss.ts';
import type { ReportBlock } from './rtcp-packet.ts';

/** Sender reports of ours that an answer may still come to. */
const REMEMBERED_REPORTS = 8;
/** Longer is no network's. */
const LONGEST_ROUND_TRIP_MS = 30_000;

/** What the other side has reported of what we send. */
export interface FarReception {
  packetsLost: number;
  /** Of what we had sent until its last report, 0 to 1. */
  lossRate: number;
  /** Interarrival jitter of RFC 3550. */
  jitterMs: number;
}

/** Reads in the peer's reports how our stream arrives there, and how long the way is. */
export class ReportsOfPeer {
  #far: FarReception | null = null;
  readonly #loss = new ExpectedLoss();
  readonly #sent: number[] = [];
  #roundTrips = 0;
  #roundTripSumMs = 0;
  #longestRoundTripMs = 0;

  /** `middle`: of the time in a sender report of ours. */
  noteSent(middle: number): void {
    this.#sent.push(middle);
    if (this.#sent.length > REMEMBERED_REPORTS) this.#sent.shift();
  }

  /** A block about our stream. `middle` is that of the present time, `sent` what we have sent until now. */
  hear(block: ReportBlock, middle: number, sent: { packets: number; clockRateHz: number }): void {
    const packetsLost = Math.max(0, block.packetsLost);
    const lossRate = sent.packets === 0 ? 0 : Math.min(1, packetsLost / sent.packets);
    this.#far = { packetsLost, lossRate, jitterMs: (block.jitter * 1000) / sent.clockRateHz };
    this.#loss.hear(block.fractionLost);
    // Only an answer to what was sent measures anything: some peers make the field up.
    if (this.#sent.includes(block.lastReport)) this.#measure(block, middle);
  }

  get far(): FarReception | null {
    return this.#far;
  }

  get expectedLossPercent(): number {
    return this.#loss.percent;
  }

  /** Null before one was measured. */
  get roundTrip(): { meanMs: number; longestMs: number } | null {
    if (this.#roundTrips === 0) return null;
    return { meanMs: this.#roundTripSumMs / this.#roundTrips, longestMs: this.#longestRoundTripMs };
  }

  /** RFC 3550 section 6.4.1: arrival − LSR − DLSR. On a fast network rounding may make it negative. */
  #measure({ lastReport, sinceLastReport }: ReportBlock, middle: number): void {
    const roundTripMs = (ahead32(middle, (lastReport + sinceLastReport) >>> 0) * 1000) / 65_536;
    if (roundTripMs > LONGEST_ROUND_TRIP_MS || roundTripMs < -LONGEST_ROUND_TRIP_MS) return;
    this.#roundTrips += 1;
    this.#roundTripSumMs += Math.max(0, roundTripMs);
    this.#longestRoundTripMs = Math.max(this.#longestRoundTripMs, roundTripMs);
  }
}
