import { z } from 'zod';
import { CallFigures } from './analytics.ts';
import { CallSummary } from './call.ts';
import { CallId, UnixSeconds } from './text.ts';
import { TimeZone } from './time-zone.ts';

export const HomeQuery = z.strictObject({
  /** What today is; UTC when left out. */
  time_zone: TimeZone.optional(),
});
export type HomeQuery = z.infer<typeof HomeQuery>;

/** What went wrong in the last 24 hours, as often as it did. */
export const Problem = z.object({
  kind: z.enum(['end_reason', 'warning']),
  /** The end reason, or the text of the warning. */
  code: z.string(),
  title: z.string(),
  explanation: z.string(),
  /** What to do about it. */
  remedy: z.string(),
  calls: z.int(),
  last_call_id: CallId,
  last_at: UnixSeconds,
});
export type Problem = z.infer<typeof Problem>;

export const FirstStep = z.enum([
  'agent_created',
  'browser_call',
  'call_placed',
  'key_created',
  'webhook_registered',
  'number_assigned',
]);
export type FirstStep = z.infer<typeof FirstStep>;

export const Home = z.object({
  /** Calls that are not over, newest first: at most 50 of `total`. */
  live: z.object({ data: z.array(CallSummary), total: z.int() }),
  today: CallFigures.extend({ start: UnixSeconds }),
  /** The whole day before. */
  yesterday: CallFigures.extend({ start: UnixSeconds }),
  /** Most calls first, at most 20. */
  problems: z.array(Problem),
  /** In the order in which a newcomer takes them. */
  first_steps: z.array(z.object({ step: FirstStep, done: z.boolean() })),
});
export type Home = z.infer<typeof Home>;
