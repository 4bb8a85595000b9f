import { z } from 'zod';
import { addDays, type CalendarDay, dayOf, startOfDay } from '../../format/calendar.ts';

export const rangePresets = ['hour', 'today', 'yesterday', '7d', '30d', '90d'] as const;
export type RangePreset = (typeof rangePresets)[number];

export const rangeLabels: Record<RangePreset, string> = {
  hour: 'Last hour',
  today: 'Today',
  yesterday: 'Yesterday',
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
  '90d': 'Last 90 days',
};

const unixSeconds = z.coerce.number().int().min(0).optional().catch(undefined);

/** Part of an address: a preset, or times in Unix seconds. */
export const rangeSearch = {
  range: z.enum(rangePresets).optional().catch(undefined),
  from: unixSeconds,
  to: unixSeconds,
};

export interface RangeSearch {
  range?: RangePreset | undefined;
  from?: number | undefined;
  to?: number | undefined;
}

/** Unix seconds; `to` is exclusive. Days are whole ones of the reader's calendar. */
export interface TimeRange {
  from?: number | undefined;
  to?: number | undefined;
}

const daysBack: Partial<Record<RangePreset, number>> = { today: 0, '7d': 6, '30d': 29, '90d': 89 };

/** A preset counts before times. */
export function resolveRange({ range, from, to }: RangeSearch, nowMs: number, zone: string): TimeRange {
  if (range === undefined)
    return from !== undefined && to !== undefined && from > to ? { from: to, to: from } : { from, to };
  if (range === 'hour') return { from: Math.floor(nowMs / 60_000) * 60 - 3600 };
  const today = dayOf(nowMs, zone);
  const start = (day: CalendarDay) => startOfDay(day, zone) / 1000;
  if (range === 'yesterday') return { from: start(addDays(today, -1)), to: start(today) };
  return { from: start(addDays(today, -(daysBack[range] ?? 0))) };
}
