import { z } from 'zod';
import { AgentId, BatchId, PhoneNumber, ReferencedId, UnixSeconds, Variables } from './text.ts';

export const BatchRecipient = z
  .strictObject({
    phone: PhoneNumber.meta({ description: 'Whom to call, in E.164 format; once in a batch' }),
    variables: Variables.optional().meta({ description: 'Values that replace {{name}} for this recipient' }),
  })
  .meta({ id: 'BatchRecipient' });
export type BatchRecipient = z.infer<typeof BatchRecipient>;

export const MOST_RECIPIENTS = 10_000;

export const CreateBatch = z
  .strictObject({
    agent_id: ReferencedId.meta({ description: 'The agent that talks to all recipients' }),
    recipients: z
      .array(BatchRecipient)
      .min(1)
      .max(MOST_RECIPIENTS)
      .meta({ description: 'All are accepted or none: one bad recipient rejects the batch with its param' }),
    schedule_at: UnixSeconds.optional().meta({
      description: 'When the calls are sent, in Unix seconds; now when left out. At most 60 s in the past',
    }),
  })
  .meta({ id: 'CreateBatch' });
export type CreateBatch = z.infer<typeof CreateBatch>;

export const Batch = z
  .object({
    batch_id: BatchId.meta({ description: 'Identifier of the batch' }),
    agent_id: AgentId.meta({ description: 'The agent that talks to all recipients' }),
    status: z
      .enum(['scheduled', 'in_progress', 'completed', 'canceled'])
      .meta({ id: 'BatchStatus', description: 'completed: every call of it is over, however it ended' }),
    total: z.int().meta({ description: 'Recipients' }),
    queued: z.int().meta({ description: 'Calls that have not begun' }),
    in_progress: z.int().meta({ description: 'Calls that are being dialled or talking' }),
    completed: z.int().meta({ description: 'Calls that were answered and ended in order' }),
    failed: z.int().meta({ description: 'Calls that were never answered, broken off, or canceled with the batch' }),
    schedule_at: UnixSeconds.meta({ description: 'When the calls are sent, in Unix seconds' }),
    created_at: UnixSeconds,
  })
  .meta({ id: 'Batch', description: 'queued + in_progress + completed + failed = total, at every moment' });
export type Batch = z.infer<typeof Batch>;
