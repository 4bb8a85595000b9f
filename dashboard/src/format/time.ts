import { forReader } from './reader.ts';

const styles = {
  day: { dateStyle: 'medium' },
  minute: { dateStyle: 'medium', timeStyle: 'short' },
  short: { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' },
  second: { dateStyle: 'full', timeStyle: 'long' },
  clock: { timeStyle: 'medium' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/**
 * `day`: Jan 3, 2026; `minute`: with hours and minutes; `short`: without the year; `clock`: the time alone; `second`:
 * everything, zone included.
 */
export type TimeStyle = keyof typeof styles;

/** A time of the interface (Unix seconds) in the reader's zone. */
export function formatTime(unixS: number, style: TimeStyle = 'minute'): string {
  return forReader(
    style,
    ({ language, timeZone }) => new Intl.DateTimeFormat(language, { ...styles[style], timeZone }),
  ).format(unixS * 1000);
}

const steps = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

/** "5 minutes ago", "in 2 hours"; nearer than a minute is "now". */
export function formatAgo(unixS: number, nowMs: number): string {
  const relative = forReader('ago', ({ language }) => new Intl.RelativeTimeFormat(language, { numeric: 'auto' }));
  const distanceS = unixS - nowMs / 1000;
  for (const [unit, lengthS] of steps) {
    if (Math.abs(distanceS) >= lengthS) return relative.format(Math.trunc(distanceS / lengthS), unit);
  }
  return relative.format(0, 'second');
}
