import { z } from 'zod';
import { AgentId, BatchId, PhoneNumber, ReferencedId, UnixSeconds, Variables } from './text.ts';

export const BatchRecipient = z
  .strictObject({ phone: PhoneNumber, variables: Variables.optional() })
  .meta({ id: 'BatchRecipient' });
export type BatchRecipient = z.infer<typeof BatchRecipient>;

export const CreateBatch = z
  .strictObject({
    agent_id: ReferencedId,
    recipients: z.array(BatchRecipient).min(1).max(10_000),
    schedule_at: UnixSeconds.optional().meta({ description: 'When the calls are sent; now when left out' }),
  })
  .meta({ id: 'CreateBatch' });
export type CreateBatch = z.infer<typeof CreateBatch>;

export const Batch = z
  .object({
    batch_id: BatchId,
    agent_id: AgentId,
    status: z.enum(['scheduled', 'in_progress', 'completed', 'canceled']),
    total: z.int(),
    queued: z.int(),
    in_progress: z.int(),
    completed: z.int(),
    failed: z.int(),
    schedule_at: UnixSeconds,
    created_at: UnixSeconds,
  })
  .meta({ id: 'Batch', description: 'queued + in_progress + completed + failed = total, at every moment' });
export type Batch = z.infer<typeof Batch>;
