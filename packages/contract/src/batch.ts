import { z } from 'zod';
import { CallOverrides } from './agent.ts';
import { AnsweredBy, CallStatus, EndReason, Sentiment } from './call.ts';
import { pageFields } from './page.ts';
import {
  AgentId,
  BatchId,
  CallId,
  distinct,
  Metadata,
  PhoneNumber,
  queryInteger,
  ReferencedId,
  UnixSeconds,
  Variables,
} from './text.ts';

export const BatchRecipient = z
  .strictObject({
    phone: PhoneNumber.meta({ description: 'Whom to call, in E.164 format; once in a batch' }),
    variables: Variables.optional().meta({ description: 'Values that replace {{name}} for this recipient' }),
    metadata: Metadata.optional().meta({
      description:
        "Values of your own, which are returned with this recipient's call; they come over those of the batch",
    }),
  })
  .meta({ id: 'BatchRecipient' });
export type BatchRecipient = z.infer<typeof BatchRecipient>;

export const MOST_RECIPIENTS = 10_000;

const BatchName = z.string().min(1).max(100);

const ScheduleAt = UnixSeconds.optional().meta({
  description: 'When the calls are sent, in Unix seconds; now when left out. At most 60 s in the past',
});

export const CreateBatch = z
  .strictObject({
    agent_id: ReferencedId.meta({ description: 'The agent that talks to all recipients' }),
    recipients: z
      .array(BatchRecipient)
      .min(1)
      .max(MOST_RECIPIENTS)
      .meta({ description: 'All are accepted or none: one bad recipient rejects the batch with its param' }),
    schedule_at: ScheduleAt,
    name: BatchName.nullable().optional().meta({ description: 'For people: which batch this is' }),
    metadata: Metadata.optional().meta({ description: 'Values of your own, which are returned with every call of it' }),
    overrides: CallOverrides.optional().meta({
      description: 'Settings of the agent that are different for all calls of this batch',
    }),
  })
  .meta({ id: 'CreateBatch' });
export type CreateBatch = z.infer<typeof CreateBatch>;
/** As a client writes it: what has a default may be left out. */
export type CreateBatchRequest = z.input<typeof CreateBatch>;

export const BatchStatus = z
  .enum(['scheduled', 'in_progress', 'completed', 'canceled'])
  .meta({ id: 'BatchStatus', description: 'completed: every call of it is over, however it ended' });
export type BatchStatus = z.infer<typeof BatchStatus>;

export const Batch = z
  .object({
    batch_id: BatchId.meta({ description: 'Identifier of the batch' }),
    agent_id: AgentId.meta({ description: 'The agent that talks to all recipients' }),
    name: z.string().nullable().meta({ description: 'For people' }),
    status: BatchStatus,
    paused: z.boolean().meta({ description: 'Whether calls that have not begun wait until the batch is resumed' }),
    total: z.int().meta({ description: 'Recipients' }),
    queued: z.int().meta({ description: 'Calls that have not begun' }),
    in_progress: z.int().meta({ description: 'Calls that are being dialled or talking' }),
    completed: z.int().meta({ description: 'Calls that were answered and ended in order' }),
    failed: z.int().meta({ description: 'Calls that were never answered, broken off, or canceled with the batch' }),
    schedule_at: UnixSeconds.meta({ description: 'When the calls are sent, in Unix seconds' }),
    created_at: UnixSeconds,
    retry_of: BatchId.nullable().meta({ description: 'The batch whose recipients it calls again' }),
  })
  .meta({ id: 'Batch', description: 'queued + in_progress + completed + failed = total, at every moment' });
export type Batch = z.infer<typeof Batch>;

export const ListBatches = z
  .strictObject({
    limit: queryInteger({ min: 1, max: 100 }).optional().meta({ description: 'Batches on a page', default: 20 }),
    offset: queryInteger({ min: 0, max: 1_000_000_000 })
      .optional()
      .meta({ description: 'Batches to skip', default: 0 }),
    status: BatchStatus.optional().meta({ description: 'Batches in this status' }),
    agent_id: ReferencedId.optional().meta({ description: 'Batches of this agent' }),
  })
  .meta({ id: 'ListBatches' });
export type ListBatches = z.infer<typeof ListBatches>;

export const BatchPage = z.object(pageFields(Batch, 'Batches that the filters let through')).meta({ id: 'BatchPage' });
export type BatchPage = z.infer<typeof BatchPage>;

/** How a call ended that is called again when nothing else was chosen: what may go better the next time. */
export const retriedEndReasons: EndReason[] = [
  'no_answer',
  'busy',
  'rejected',
  'carrier_error',
  'media_timeout',
  'llm_error',
  'stt_error',
  'tts_error',
  'duplicate',
  'dispatch_lost',
  'interrupted_by_restart',
  'internal_error',
];

export const RetryBatch = z
  .strictObject({
    end_reasons: distinct(z.array(EndReason).min(1))
      .optional()
      .meta({
        description: `Whom to call again: those whose call ended so; left out: ${retriedEndReasons.join(', ')}`,
      }),
    schedule_at: ScheduleAt,
    name: BatchName.nullable().optional().meta({ description: 'For people; the name of the batch when left out' }),
  })
  .meta({ id: 'RetryBatch' });
export type RetryBatch = z.infer<typeof RetryBatch>;

export const BatchResultsQuery = z
  .strictObject({
    format: z.enum(['json', 'csv']).optional().meta({ description: 'How the results are written', default: 'json' }),
  })
  .meta({ id: 'BatchResultsQuery' });
export type BatchResultsQuery = z.infer<typeof BatchResultsQuery>;

export const BatchResult = z
  .object({
    call_id: CallId.meta({ description: 'Identifier of the call' }),
    recipient_phone: z.string().meta({ description: 'The number that was called' }),
    variables: Variables.meta({ description: 'What the request gave for this recipient' }),
    metadata: Metadata.meta({ description: 'What the request gave to know the call by' }),
    status: CallStatus,
    end_reason: EndReason.nullable().meta({ description: 'Why the call ended; null until it is over' }),
    answered_by: AnsweredBy.nullable().meta({ description: 'Who answered, as far as it was heard' }),
    outcome: z.string().nullable().meta({ description: 'What came of it; null until the call is analyzed' }),
    sentiment: Sentiment.nullable().meta({ description: 'How the person sounded; null when they said nothing' }),
    summary: z.string().nullable().meta({ description: 'In a few sentences; null until the call is analyzed' }),
    duration: z.int().nullable().meta({ description: 'Seconds from answer to end; null until the call is over' }),
    answered_at: UnixSeconds.nullable().meta({ description: 'Unix seconds; null while unanswered' }),
    ended_at: UnixSeconds.nullable().meta({ description: 'Unix seconds; null until the call is over' }),
  })
  .meta({ id: 'BatchResult', description: 'What came of one recipient' });
export type BatchResult = z.infer<typeof BatchResult>;

export const BatchResults = z
  .object({
    data: z.array(BatchResult).meta({ description: 'All recipients, in the order in which they were given' }),
    total: z.int().meta({ description: 'How many there are' }),
  })
  .meta({ id: 'BatchResults' });
