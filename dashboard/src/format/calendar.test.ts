import { describe, expect, test } from 'vitest';
import { addDays, dayOf, formatLocal, parseLocal, startOfDay } from './calendar.ts';

const at = (text: string) => Date.parse(text);

test('a day is that of the zone', () => {
  const moment = at('2026-11-22T03:00:00Z');
  expect(dayOf(moment, 'America/New_York')).toEqual({ year: 2026, month: 11, day: 21 });
  expect(dayOf(moment, 'Asia/Tokyo')).toEqual({ year: 2026, month: 11, day: 22 });
});

test('days are counted over the ends of months and years', () => {
  expect(addDays({ year: 2026, month: 1, day: 1 }, -1)).toEqual({ year: 2025, month: 12, day: 31 });
  expect(addDays({ year: 2028, month: 2, day: 28 }, 1)).toEqual({ year: 2028, month: 2, day: 29 });
});

describe('a day begins', () => {
  test.each([
    ['UTC', { year: 2026, month: 11, day: 22 }, '2026-11-22T00:00:00Z'],
    ['Europe/Berlin', { year: 2026, month: 7, day: 1 }, '2026-06-30T22:00:00Z'],
    ['Asia/Kolkata', { year: 2026, month: 7, day: 1 }, '2026-06-30T18:30:00Z'],
    // On the days on which the clocks are changed.
    ['America/New_York', { year: 2026, month: 3, day: 8 }, '2026-03-08T05:00:00Z'],
    ['America/New_York', { year: 2026, month: 11, day: 1 }, '2026-11-01T04:00:00Z'],
    // There is no midnight on this day: clocks go from 23:59 to 1:00.
    ['Africa/Cairo', { year: 2026, month: 4, day: 24 }, '2026-04-23T22:00:00Z'],
  ])('in %s', (zone, day, expected) => {
    expect(new Date(startOfDay(day, zone)).toISOString()).toBe(new Date(expected).toISOString());
  });
});

describe('a time of a field', () => {
  test.each([
    ['2026-11-22T09:30', 'America/New_York', '2026-11-22T14:30:00Z'],
    ['2026-03-29T03:30', 'Europe/Berlin', '2026-03-29T01:30:00Z'],
    // This hour is left out: it is the one after it.
    ['2026-03-29T02:30', 'Europe/Berlin', '2026-03-29T01:30:00Z'],
    ['2026-03-08T02:30', 'America/New_York', '2026-03-08T07:30:00Z'],
  ])('%s in %s', (text, zone, expected) => {
    expect(parseLocal(text, zone)).toBe(at(expected));
  });

  test.each(['', 'yesterday', '2026-11-22'])('%j is none', (text) => {
    expect(parseLocal(text, 'UTC')).toBeNull();
  });

  test('is written as it is read', () => {
    const moment = at('2026-07-01T12:34:00Z');
    expect(formatLocal(moment, 'Asia/Kolkata')).toBe('2026-07-01T18:04');
    expect(parseLocal(formatLocal(moment, 'Asia/Kolkata'), 'Asia/Kolkata')).toBe(moment);
  });
});
