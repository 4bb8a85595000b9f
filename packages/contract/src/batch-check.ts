import { z } from 'zod';
import { MOST_RECIPIENTS } from './batch.ts';
import { EndReason } from './call.ts';
import { PhoneNumber, ReferencedId } from './text.ts';

/** A row of a file, unchecked: the check reports what is wrong with it. */
export const BatchRow = z.strictObject({
  /** Its position in the file, so that people find it. */
  row: z.int().min(1).max(1_000_000_000),
  phone: z.string().max(1000),
  variables: z.record(z.string(), z.string()),
});
export type BatchRow = z.infer<typeof BatchRow>;

export const CheckBatch = z.strictObject({
  agent_id: ReferencedId,
  /** None at all: only the agent is looked at. */
  rows: z.array(BatchRow).max(MOST_RECIPIENTS),
});
export type CheckBatch = z.infer<typeof CheckBatch>;

/** How the calls of a batch that are over have ended. */
export const BatchEndings = z.object({
  data: z.array(z.object({ end_reason: EndReason, calls: z.int() })),
});

export const RowProblem = z.object({
  row: z.int(),
  /** `phone`, or the name of a variable. */
  column: z.string(),
  kind: z.enum(['malformed', 'repeated', 'suppressed', 'missing']),
  /** In words, for people. */
  reason: z.string(),
});
export type RowProblem = z.infer<typeof RowProblem>;

export const BatchCheck = z.object({
  /** What the agent's texts ask for; `needed`: the agent has no default. */
  variables: z.array(z.object({ name: z.string(), needed: z.boolean() })),
  /** Rows that can be called. */
  good: z.int(),
  /** Every bad row, in the order of the rows; a row may have more than one problem. */
  problems: z.array(RowProblem),
  /** The first three good rows. `hears` is null where the model makes up the first sentence. */
  previews: z.array(z.object({ row: z.int(), phone: PhoneNumber, hears: z.string().nullable() })),
  from_number: PhoneNumber.nullable(),
  /** Good rows that ring the simulated phone and no real telephone. */
  simulated: z.int(),
  calls_per_minute: z.int(),
  concurrent_calls: z.int(),
  /** Longest duration of a call, in seconds. */
  max_duration: z.int(),
});
export type BatchCheck = z.infer<typeof BatchCheck>;
