import { describe, expect, it } from 'vitest';
import { unixSecondsAt, wallTimeAt } from './zoned-time.ts';

const iso = (wallTime: string, zone: string) => new Date(unixSecondsAt(wallTime, zone)! * 1000).toISOString();

describe('a time in a zone', () => {
  it.each([
    ['2026-11-22T09:30', 'UTC', '2026-11-22T09:30:00.000Z'],
    ['2026-11-22T09:30', 'America/New_York', '2026-11-22T14:30:00.000Z'],
    ['2026-07-01T09:30', 'America/New_York', '2026-07-01T13:30:00.000Z'],
    ['2026-11-22T00:15', 'Asia/Kathmandu', '2026-11-21T18:30:00.000Z'],
    ['2026-01-01T00:00', 'Pacific/Auckland', '2025-12-31T11:00:00.000Z'],
    // Clocks show it twice: the first time.
    ['2026-11-01T01:30', 'America/New_York', '2026-11-01T05:30:00.000Z'],
    // Clocks skip it.
    ['2026-03-08T02:30', 'America/New_York', '2026-03-08T07:30:00.000Z'],
  ])('%s in %s is %s', (wallTime, zone, expected) => {
    expect(iso(wallTime, zone)).toBe(expected);
  });

  it('can be written as clocks show it', () => {
    for (const zone of ['UTC', 'Europe/Berlin', 'America/St_Johns', 'Asia/Tokyo']) {
      expect(wallTimeAt(unixSecondsAt('2026-05-05T17:05', zone)!, zone)).toBe('2026-05-05T17:05');
    }
  });

  it.each(['', 'soon', '2026-11-22'])('%j is none', (text) => {
    expect(unixSecondsAt(text, 'UTC')).toBeNull();
  });
});
