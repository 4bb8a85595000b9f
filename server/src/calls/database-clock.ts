/** A sample whose round trip took longer says too little, unless it is the only one. */
const GOOD_ROUND_TRIP_MS = 100;

/**
 * The database's clock, as far as this process can tell without asking: what happens while the database is away is
 * dated when it happened, and not when it could be stored. Storing takes the earlier of this and of the database's own
 * time: an estimate that is ahead would let a call seem to last beyond its slot.
 */
export class DatabaseClock {
  #offsetMs: number | null = null;

  /** `sentMs`, `receivedMs`: of performance.now(), around the statement that read `databaseTime`. */
  note(databaseTime: Date, sentMs: number, receivedMs: number): void {
    if (this.#offsetMs !== null && receivedMs - sentMs > GOOD_ROUND_TRIP_MS) return;
    this.#offsetMs = databaseTime.getTime() - (sentMs + receivedMs) / 2;
  }

  /** `nowMs`: of performance.now(). Before the first sample the host's own clock serves. */
  at(nowMs: number): Date {
    return this.#offsetMs === null ? new Date() : new Date(nowMs + this.#offsetMs);
  }
}
