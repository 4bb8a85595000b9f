import { AnalyticsBucket, AnalyticsGroup, type AnalyticsQuery } from '@parley/contract';
import { z } from 'zod';
import { type RangePreset, rangePresets, rangeSearch, resolveRange } from '../time-range/time-range.ts';

const text = z
  .preprocess((value) => (value === undefined ? undefined : String(value)), z.string().min(1).max(64).optional())
  .catch(undefined);

/** What is shown, as the address has it. Invalid values are left out. */
export const AnalyticsSearch = z.object({
  ...rangeSearch,
  bucket: AnalyticsBucket.optional().catch(undefined),
  group_by: AnalyticsGroup.exclude(['none']).optional().catch(undefined),
  agent_id: text,
  batch_id: text,
  number: text,
  direction: z.enum(['outbound', 'inbound']).optional().catch(undefined),
});
export type AnalyticsSearch = z.infer<typeof AnalyticsSearch>;

/** Figures are kept by the quarter of an hour; an hour of them says nothing. */
export const analyticsPresets: readonly RangePreset[] = rangePresets.filter((preset) => preset !== 'hour');
export const DEFAULT_RANGE = '7d';

const QUARTER_S = 900;
const DAY_S = 86_400;
const WEEK_S = 7 * DAY_S;

/** The query of the interface; the end is that of the present quarter of an hour where none is given. */
export function analyticsQueryOf(search: AnalyticsSearch, nowMs: number, zone: string): z.input<typeof AnalyticsQuery> {
  const { range, from, to, ...filters } = search;
  const isAny = range === undefined && from === undefined && to === undefined;
  const time = resolveRange({ range: isAny ? DEFAULT_RANGE : range, from, to }, nowMs, zone);
  const endS = time.to ?? (Math.floor(nowMs / 1000 / QUARTER_S) + 1) * QUARTER_S;
  const startS = Math.min(time.from ?? endS - WEEK_S, endS - QUARTER_S);
  const defined = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined));
  // A day or two as one or two bars would say little.
  const bucket = search.bucket ?? (endS - startS <= 2 * DAY_S ? 'hour' : undefined);
  return { ...defined, ...(bucket && { bucket }), from: String(startS), to: String(endS), time_zone: zone };
}
