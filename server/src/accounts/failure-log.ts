/** Attempts that failed, by key, within a sliding window: exact to the moment, and in memory. */
export class FailureLog {
  readonly #limit: number;
  readonly #windowMs: number;
  readonly #clockMs: () => number;
  readonly #attempts = new Map<string, number[]>();
  #sweptMs = 0;

  constructor({ limit, windowS }: { limit: number; windowS: number }, clockMs: () => number) {
    this.#limit = limit;
    this.#windowMs = windowS * 1000;
    this.#clockMs = clockMs;
  }

  /** Seconds until one more attempt is permitted; 0 when it is now. */
  waitS(key: string): number {
    const nowMs = this.#clockMs();
    const recent = this.#recent(key, nowMs);
    if (recent.length < this.#limit) return 0;
    return Math.max(1, Math.ceil((recent.at(-this.#limit)! + this.#windowMs - nowMs) / 1000));
  }

  /** Counts an attempt before it is known how it ends: many at once are as many. Returns how to take that back. */
  count(key: string): () => void {
    const nowMs = this.#clockMs();
    this.#sweep(nowMs);
    const recent = this.#recent(key, nowMs);
    recent.push(nowMs);
    this.#attempts.set(key, recent);
    return () => {
      const at = this.#attempts.get(key)?.indexOf(nowMs) ?? -1;
      if (at >= 0) this.#attempts.get(key)!.splice(at, 1);
    };
  }

  forget(key: string): void {
    this.#attempts.delete(key);
  }

  #recent(key: string, nowMs: number): number[] {
    return (this.#attempts.get(key) ?? []).filter((atMs) => atMs > nowMs - this.#windowMs);
  }

  #sweep(nowMs: number): void {
    if (nowMs - this.#sweptMs < this.#windowMs) return;
    this.#sweptMs = nowMs;
    for (const key of this.#attempts.keys()) if (this.#recent(key, nowMs).length === 0) this.#attempts.delete(key);
  }
}
