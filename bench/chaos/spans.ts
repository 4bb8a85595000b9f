/** A stretch of time in milliseconds since 1970. */
export interface Span {
  fromMs: number;
  toMs: number;
}

/** How many spans cover one moment at most. One that ends when another begins does not overlap it. */
export function peakConcurrency(spans: readonly Span[]): number {
  const moments = spans
    .flatMap(({ fromMs, toMs }) => [
      { atMs: fromMs, change: 1 },
      { atMs: toMs, change: -1 },
    ])
    .sort((a, b) => a.atMs - b.atMs || a.change - b.change);
  let current = 0;
  let most = 0;
  for (const { change } of moments) {
    current += change;
    most = Math.max(most, current);
  }
  return most;
}

/**
 * How many spans lie wholly within one window of `windowMs` at most, the window's end excluded. When each event is only
 * known to have happened somewhere in its span, so many happened in that window for certain.
 */
export function mostWithin(spans: readonly Span[], windowMs: number): number {
  const byStart = [...spans].sort((a, b) => a.fromMs - b.fromMs);
  let most = 0;
  for (const [index, { fromMs }] of byStart.entries()) {
    let within = 0;
    for (let other = index; other < byStart.length; other += 1) {
      const span = byStart[other]!;
      if (span.fromMs >= fromMs + windowMs) break;
      if (span.toMs < fromMs + windowMs) within += 1;
    }
    most = Math.max(most, within);
  }
  return most;
}
