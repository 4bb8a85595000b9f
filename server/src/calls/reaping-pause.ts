/**
 * When the database was away, nobody could renew: whoever finds expired leases first, afterwards, must not take the calls
 * of nodes that live, and only have not had their turn yet.
 */
export class ReapingPause {
  readonly #renewMs: number;
  #renewedMs: number | null = null;
  #untilMs = 0;

  /** @param renewMs how often every node renews */
  constructor(renewMs: number) {
    this.#renewMs = renewMs;
  }

  /** This node has just renewed its leases. Times are of any clock that never goes back. */
  noteRenewed(nowMs: number): void {
    const wasAway = this.#renewedMs !== null && nowMs - this.#renewedMs > 2 * this.#renewMs;
    // Twice, since the others may find the database back a little later.
    if (wasAway) this.#untilMs = nowMs + 2 * this.#renewMs;
    this.#renewedMs = nowMs;
  }

  mayReap(nowMs: number): boolean {
    return nowMs >= this.#untilMs;
  }
}
