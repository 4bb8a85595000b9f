/** R without impairments: narrowband, default values (ITU-T G.107 section 7.7). */
const BEST_RATING = 93.2;
/** Robustness of G.711 with concealment against random loss (ITU-T G.113 appendix I, table I.3). */
const LOSS_ROBUSTNESS = 25.1;
/** Packetization and the sound card's or gateway's own buffers. */
const FIXED_DELAY_MS = 40;
/** Delay that a jitter buffer spends on jitter. */
const BUFFERED_JITTER = 2;
/** One-way delay up to which conversation does not suffer. */
const EASY_DELAY_MS = 177.3;

/** Share of packets that were not heard, 0 to 1: lost on the way, or there after their time to be played, and not recovered from others. */
export function unheardRate(o: {
  packetsReceived: number;
  packetsLost: number;
  packetsLate: number;
  concealedFrames: number;
  recoveredFrames: number;
}): number {
  const expected = o.packetsReceived + o.packetsLost;
  if (expected === 0) return 0;
  const missing = o.concealedFrames + o.recoveredFrames;
  const unrecovered = missing === 0 ? 1 : o.concealedFrames / missing;
  return (unrecovered * (o.packetsLost + o.packetsLate)) / expected;
}

/**
 * Mean opinion score of G.711 by the E-model (ITU-T G.107), 1 to 4.4. `lossRate` is 0 to 1 after the jitter buffer, `jitterMs` that of
 * RFC 3550, `delayMs` the network's one-way delay (0 when it is not known).
 */
export function emodelMos(o: { lossRate: number; jitterMs: number; delayMs?: number }): number {
  const delayMs = (o.delayMs ?? 0) + BUFFERED_JITTER * o.jitterMs + FIXED_DELAY_MS;
  const delayImpairment = 0.024 * delayMs + 0.11 * Math.max(0, delayMs - EASY_DELAY_MS);
  const lossPercent = 100 * Math.min(1, Math.max(0, o.lossRate));
  const lossImpairment = (95 * lossPercent) / (lossPercent + LOSS_ROBUSTNESS);
  const rating = Math.max(0, Math.min(100, BEST_RATING - delayImpairment - lossImpairment));
  return Math.max(1, 1 + 0.035 * rating + rating * (rating - 60) * (100 - rating) * 7e-6);
}
