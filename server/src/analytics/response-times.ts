/** How long the step of a response time is that begins at `fromMs`, as the function `response_step` of the database has it. */
function stepMs(fromMs: number): number {
  if (fromMs < 2000) return 100;
  return fromMs < 4000 ? 250 : 1000;
}

/** Response times, counted in steps. */
export class ResponseTimes {
  readonly #counts = new Map<number, number>();
  #total = 0;

  add(fromMs: number, count: number): void {
    this.#counts.set(fromMs, (this.#counts.get(fromMs) ?? 0) + count);
    this.#total += count;
  }

  get total(): number {
    return this.#total;
  }

  /** The time within which so many of a hundred came, as if those of a step were spread evenly; null without any. */
  percentile(percent: number): number | null {
    if (this.#total === 0) return null;
    let left = (this.#total * percent) / 100;
    for (const [fromMs, count] of [...this.#counts].sort(([a], [b]) => a - b)) {
      if (left <= count) return Math.round(fromMs + (left / count) * stepMs(fromMs));
      left -= count;
    }
    return null;
  }
}
