/**
 * The Unix seconds at which clocks of a zone show this time, `2026-11-22T09:30`; null when it is no time. Where clocks
 * show it twice it is the first; where they skip it, as much later as they skip.
 */
export function unixSecondsAt(wallTime: string, timeZone: string): number | null {
  const match = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)/.exec(wallTime);
  if (!match) return null;
  const [year, month, day, hour, minute] = match.slice(1).map(Number) as [number, number, number, number, number];
  const asUtcMs = Date.UTC(year, month - 1, day, hour, minute);
  if (Number.isNaN(asUtcMs)) return null;
  const candidates = [-1, 1].map((days) => asUtcMs - offsetMs(asUtcMs + days * 86_400_000, timeZone));
  const right = candidates.filter((ms) => ms + offsetMs(ms, timeZone) === asUtcMs);
  return (right.length > 0 ? Math.min(...right) : Math.max(...candidates)) / 1000;
}

/** What clocks of the zone show at this time, as `datetime-local` writes it. */
export function wallTimeAt(unixS: number, timeZone: string): string {
  const ms = Math.floor(unixS / 60) * 60_000;
  return new Date(ms + offsetMs(ms, timeZone)).toISOString().slice(0, 16);
}

/** How far clocks of the zone are ahead of UTC at this moment. */
function offsetMs(ms: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(ms);
  const part = (type: string) => Number(parts.find((found) => found.type === type)?.value);
  const shown = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
  return shown - Math.floor(ms / 1000) * 1000;
}
