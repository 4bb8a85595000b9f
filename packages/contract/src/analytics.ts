import { z } from 'zod';
import { queryUnixSeconds, ReferencedId, UnixSeconds } from './text.ts';
import { TimeZone } from './time-zone.ts';

/** How many calls had a value: an outcome, a sentiment, an end reason. */
export const ValueCount = z.object({ value: z.string(), calls: z.int() });
export type ValueCount = z.infer<typeof ValueCount>;

/** Calls that are over, by the time at which they ended. */
export const CallFigures = z.object({
  calls: z.int(),
  /** Answered calls, voicemails too. */
  answered: z.int(),
  completed: z.int(),
  failed: z.int(),
  /** Answered of all, from 0 to 1; null without calls. */
  answer_rate: z.number().nullable(),
  /** Seconds of talk, of all answered calls. */
  talk_s: z.int(),
  /** Of one answered call, in seconds; null when none was answered. */
  average_duration_s: z.number().nullable(),
  /** Responses of agents that were measured. */
  responses: z.int(),
  response_p50_ms: z.int().nullable(),
  response_p95_ms: z.int().nullable(),
  /** Turns of agents that were interrupted. */
  interruptions: z.int(),
});
export type CallFigures = z.infer<typeof CallFigures>;

export const CallBreakdown = CallFigures.extend({
  /** The most frequent first. */
  outcomes: z.array(ValueCount),
  sentiments: z.array(ValueCount),
  end_reasons: z.array(ValueCount),
});
export type CallBreakdown = z.infer<typeof CallBreakdown>;

export const AnalyticsBucket = z.enum(['hour', 'day', 'week', 'month']);
export type AnalyticsBucket = z.infer<typeof AnalyticsBucket>;
export const AnalyticsGroup = z.enum(['none', 'agent', 'batch', 'number']);
export type AnalyticsGroup = z.infer<typeof AnalyticsGroup>;

export const MOST_BUCKETS = 1000;
export const MOST_GROUPS = 100;

export const AnalyticsQuery = z
  .strictObject({
    /** Inclusive, in Unix seconds; quarter hours are the finest that is kept. */
    from: queryUnixSeconds(),
    /** Exclusive. */
    to: queryUnixSeconds(),
    bucket: AnalyticsBucket.optional(),
    group_by: AnalyticsGroup.optional(),
    /** What a day is; UTC when left out. */
    time_zone: TimeZone.optional(),
    agent_id: ReferencedId.optional(),
    batch_id: ReferencedId.optional(),
    /** A number of the account: the caller of outbound calls, the called one of inbound ones. */
    number: z.string().min(1).max(32).optional(),
    direction: z.enum(['outbound', 'inbound']).optional(),
  })
  .refine((query) => query.from < query.to, { path: ['from'], message: 'must be before `to`' });
export type AnalyticsQuery = z.infer<typeof AnalyticsQuery>;

export const Analytics = z.object({
  from: UnixSeconds,
  to: UnixSeconds,
  bucket: AnalyticsBucket,
  group_by: AnalyticsGroup,
  time_zone: z.string(),
  totals: CallBreakdown,
  /** Every bucket of the time asked for, empty ones too, in order. `start` is where it begins in the time zone. */
  series: z.array(CallFigures.extend({ start: UnixSeconds })),
  /** Most calls first, at most 100. `key`: the agent's or batch's id, or the number; null for calls without one. */
  groups: z.array(
    CallBreakdown.extend({
      key: z.string().nullable(),
      /** The agent's name; the key otherwise. */
      label: z.string().nullable(),
    }),
  ),
  /** Calls that ended after this time are not counted yet. */
  counted_until: UnixSeconds,
});
export type Analytics = z.infer<typeof Analytics>;
