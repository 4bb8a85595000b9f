const zone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const minute = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const second = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'long' });
const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });

/** `day`: 3 Jan 2026; `minute`: with hours and minutes; `clock`: the time alone; `second`: everything, zone included. */
export type TimeStyle = 'day' | 'minute' | 'second' | 'clock';
const styles = { day, minute, second, clock };

/** A time of the interface (Unix seconds) in the reader's zone. */
export function formatTime(unixS: number, style: TimeStyle = 'minute'): string {
  return styles[style].format(unixS * 1000);
}

const steps = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

/** "5 minutes ago", "in 2 hours"; nearer than a minute is "now". */
export function formatAgo(unixS: number, nowMs: number): string {
  const distanceS = unixS - nowMs / 1000;
  for (const [unit, lengthS] of steps) {
    if (Math.abs(distanceS) >= lengthS) return relative.format(Math.trunc(distanceS / lengthS), unit);
  }
  return relative.format(0, 'second');
}

/** The reader's IANA time zone. */
export const readerZone = zone();
