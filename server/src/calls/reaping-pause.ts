/**
 * When the database was away, no node could renew: the one that finds expired leases first, afterwards, must not take the
 * calls of nodes that live, and only have not had their turn yet.
 */
export class ReapingPause {
  readonly #renewMs: number;
  readonly #pauseMs: number;
  #renewedMs: number | null = null;
  #untilMs = 0;

  /**
   * @param renewMs how often every node renews
   * @param pauseMs how long no node reaps after an outage: others may find the database back a little later
   */
  constructor(renewMs: number, pauseMs: number) {
    this.#renewMs = renewMs;
    this.#pauseMs = pauseMs;
  }

  /** This node has just renewed its leases. Times are of any clock that never goes back. */
  noteRenewed(nowMs: number): void {
    // A node that has just started does not know whether there was an outage.
    const wasAway = this.#renewedMs === null || nowMs - this.#renewedMs > 2 * this.#renewMs;
    if (wasAway) this.#untilMs = nowMs + this.#pauseMs;
    this.#renewedMs = nowMs;
  }

  mayReap(nowMs: number): boolean {
    return nowMs >= this.#untilMs;
  }
}
