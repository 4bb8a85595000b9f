import { readerZone } from './reader.ts';

const DAY_MS = 24 * 3600 * 1000;

/** How far the zone's clock is ahead of UTC at this moment. */
function aheadMs(atMs: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    ...{ year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' },
  }).formatToParts(atMs);
  const part = (type: string) => Number(parts.find((known) => known.type === type)?.value);
  const shown = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
  return shown - Math.floor(atMs / 1000) * 1000;
}

/** When a day (2026-11-22) begins in the reader's zone, in Unix seconds; `later`: so many days later. */
export function dayBegins(day: string, later = 0, timeZone = readerZone()): number {
  const utcMs = Date.parse(`${day}T00:00:00Z`) + later * DAY_MS;
  // Twice: where clocks change on that day, the first guess is of the day before.
  const guessMs = utcMs - aheadMs(utcMs, timeZone);
  return Math.floor((utcMs - aheadMs(guessMs, timeZone)) / 1000);
}
