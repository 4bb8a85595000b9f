/** RFC 3550 section 6.2; half of it before the first report. */
const LEAST_INTERVAL_MS = 5000;
/** 5 % of what G.711 takes with its headers (RFC 3550 section 6.2), in bytes. */
const BYTES_PER_SECOND = 500;
/** Of UDP and IPv4, which count (RFC 3550 section 6.2). */
const LOWER_LAYER_BYTES = 28;
/** What a report with a description takes, before there was one. */
const EXPECTED_BYTES = 104;
/** Reconsideration makes intervals shorter than asked for: e − 3/2 (RFC 3550 section 6.3.1). */
const COMPENSATION = Math.E - 1.5;

/** When reports are due: a table of two, both of whom may send (RFC 3550 sections 6.2 and 6.3). */
export class ReportSchedule {
  readonly #random: () => number;
  #averageBytes = EXPECTED_BYTES + LOWER_LAYER_BYTES;
  #lastMs: number | null = null;
  #nextMs = 0;
  #isInitial = true;

  /** `random`: 0 to 1. */
  constructor(random: () => number) {
    this.#random = random;
  }

  /** A datagram of RTCP came or went (RFC 3550 section 6.3.3). */
  count(bytes: number): void {
    this.#averageBytes += (bytes + LOWER_LAYER_BYTES - this.#averageBytes) / 16;
  }

  /** True once for each report. The first call begins; `members` are those who are known to be there, ourselves among them. */
  isDue(nowMs: number, members: number): boolean {
    if (this.#lastMs === null) this.#plan(nowMs, members);
    if (nowMs < this.#nextMs) return false;
    // Reconsideration (RFC 3550 section 6.3.6): the members may have become more.
    const nextMs = this.#lastMs! + this.#intervalMs(members);
    if (nextMs > nowMs) {
      this.#nextMs = nextMs;
      return false;
    }
    this.#isInitial = false;
    this.#plan(nowMs, members);
    return true;
  }

  #plan(nowMs: number, members: number): void {
    this.#lastMs = nowMs;
    this.#nextMs = nowMs + this.#intervalMs(members);
  }

  #intervalMs(members: number): number {
    const leastMs = this.#isInitial ? LEAST_INTERVAL_MS / 2 : LEAST_INTERVAL_MS;
    const intervalMs = Math.max(leastMs, (members * this.#averageBytes * 1000) / BYTES_PER_SECOND);
    return (intervalMs * (0.5 + this.#random())) / COMPENSATION;
  }
}
