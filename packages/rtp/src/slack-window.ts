const BUCKET_MS = 1000;
const BUCKETS = 4;

/** The least time that packets of the last four seconds lay waiting before they were played. */
export class SlackWindow {
  private readonly minima = new Float64Array(BUCKETS).fill(Number.POSITIVE_INFINITY);
  private bucket = 0;
  private bucketSinceMs = Number.NaN;
  private sinceMs = Number.NaN;

  record(nowMs: number, slackMs: number): void {
    if (Number.isNaN(this.sinceMs)) {
      this.sinceMs = nowMs;
      this.bucketSinceMs = nowMs;
    }
    if (nowMs - this.bucketSinceMs >= BUCKET_MS) {
      this.bucketSinceMs = nowMs;
      this.bucket = (this.bucket + 1) % BUCKETS;
      this.minima[this.bucket] = Number.POSITIVE_INFINITY;
    }
    this.minima[this.bucket] = Math.min(this.minima[this.bucket]!, slackMs);
  }

  /** Whether it has seen enough to judge by. */
  covers(spanMs: number, nowMs: number): boolean {
    return nowMs - this.sinceMs >= spanMs;
  }

  get spanMs(): number {
    return BUCKETS * BUCKET_MS;
  }

  /** Infinity when nothing was recorded. */
  get minimumMs(): number {
    let minimum = Number.POSITIVE_INFINITY;
    for (let i = 0; i < BUCKETS; i++) minimum = Math.min(minimum, this.minima[i]!);
    return minimum;
  }

  /** The playout was moved: everything seen so far would have waited this much longer. */
  shift(byMs: number): void {
    for (let i = 0; i < BUCKETS; i++) this.minima[i]! += byMs;
  }

  reset(): void {
    this.minima.fill(Number.POSITIVE_INFINITY);
    this.sinceMs = Number.NaN;
    this.bucketSinceMs = Number.NaN;
  }
}
