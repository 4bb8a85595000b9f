const BIN_MS = 0.05;
const BINS = 2000;
const LATE_MS = 20;

/** How late ticks were, in milliseconds; percentiles are exact to 0.05 ms up to 100 ms. */
export interface TickLagSummary {
  p50Ms: number;
  p99Ms: number;
  p999Ms: number;
  maxMs: number;
  count: number;
  /** Ticks that were more than 20 ms late. */
  over20: number;
}

/** A histogram that costs nothing to keep. */
export class TickLag {
  private readonly bins = new Uint32Array(BINS + 1);
  private count = 0;
  private maxMs = 0;
  private over20 = 0;

  record(lateMs: number): void {
    this.bins[Math.min(BINS, Math.max(0, Math.floor(lateMs / BIN_MS)))]! += 1;
    this.count += 1;
    if (lateMs > this.maxMs) this.maxMs = lateMs;
    if (lateMs > LATE_MS) this.over20 += 1;
  }

  reset(): void {
    this.bins.fill(0);
    this.count = 0;
    this.maxMs = 0;
    this.over20 = 0;
  }

  summary(): TickLagSummary {
    const { maxMs, count, over20 } = this;
    return {
      p50Ms: this.percentile(0.5),
      p99Ms: this.percentile(0.99),
      p999Ms: this.percentile(0.999),
      maxMs,
      count,
      over20,
    };
  }

  private percentile(share: number): number {
    let seen = 0;
    for (let bin = 0; bin < BINS; bin++) {
      seen += this.bins[bin]!;
      if (seen > 0 && seen >= share * this.count) return Math.min(this.maxMs, (bin + 1) * BIN_MS);
    }
    return this.maxMs;
  }
}
