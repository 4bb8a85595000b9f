/** A day of the calendar, wherever it is. */
export interface CalendarDay {
  year: number;
  /** 1 to 12. */
  month: number;
  day: number;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formats.set(zone, format);
  return format;
}

/** Milliseconds by which the clocks of a zone are ahead of UTC at this moment. */
function offsetMs(atMs: number, zone: string): number {
  const part: Record<string, number> = {};
  for (const { type, value } of formatOf(zone).formatToParts(atMs)) part[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(atMs / 1000) * 1000;
}

/** The day that it is in a zone. */
export function dayOf(atMs: number, zone: string): CalendarDay {
  const local = new Date(atMs + offsetMs(atMs, zone));
  return { year: local.getUTCFullYear(), month: local.getUTCMonth() + 1, day: local.getUTCDate() };
}

export function addDays({ year, month, day }: CalendarDay, days: number): CalendarDay {
  const moved = new Date(Date.UTC(year, month - 1, day + days));
  return { year: moved.getUTCFullYear(), month: moved.getUTCMonth() + 1, day: moved.getUTCDate() };
}

/** When a day begins in a zone, in Unix milliseconds. */
export function startOfDay({ year, month, day }: CalendarDay, zone: string): number {
  return wallTime(Date.UTC(year, month - 1, day), zone);
}

/** `2026-03-01T09:30`, as clocks of the zone show it, in Unix milliseconds; null for what is no time. */
export function parseLocal(text: string, zone: string): number | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})[T ](\d{2}):(\d{2})(?::\d{2})?$/.exec(text);
  if (!match) return null;
  const [year, month, day, hour, minute] = match.slice(1).map(Number) as [number, number, number, number, number];
  return wallTime(Date.UTC(year, month - 1, day, hour, minute), zone);
}

/** The counterpart of `parseLocal`. */
export function formatLocal(atMs: number, zone: string): string {
  return new Date(atMs + offsetMs(atMs, zone)).toISOString().slice(0, 16);
}

/**
 * The moment at which the clocks of a zone show what UTC's would at `asUtcMs`. The offset is looked up twice, because it
 * is that of the moment which is sought. An hour that clocks leave out becomes the one after it.
 */
function wallTime(asUtcMs: number, zone: string): number {
  const guess = asUtcMs - offsetMs(asUtcMs, zone);
  const moment = asUtcMs - offsetMs(guess, zone);
  return Math.max(moment, asUtcMs - offsetMs(moment, zone));
}
