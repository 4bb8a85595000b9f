import type { Batch, BatchResult } from '../../../batch.ts';
import { exampleCall } from './example-calls.ts';
import { CREATED_AT, idOf } from './path-parameters.ts';

export const exampleBatch: Batch = {
  batch_id: idOf('batch_id'),
  agent_id: idOf('agent_id'),
  name: 'Reminders for Friday',
  status: 'in_progress',
  paused: false,
  total: 250,
  queued: 120,
  in_progress: 10,
  completed: 97,
  failed: 23,
  schedule_at: CREATED_AT,
  created_at: CREATED_AT - 600,
  retry_of: null,
};

/** What a call has that a result has, too. */
export const exampleResult: BatchResult = {
  call_id: exampleCall.call_id,
  recipient_phone: exampleCall.recipient_phone,
  variables: exampleCall.variables,
  metadata: exampleCall.metadata,
  status: exampleCall.status,
  end_reason: exampleCall.end_reason,
  answered_by: exampleCall.answered_by,
  outcome: exampleCall.outcome,
  sentiment: exampleCall.sentiment,
  summary: exampleCall.summary,
  duration: exampleCall.duration,
  answered_at: exampleCall.answered_at,
  ended_at: exampleCall.ended_at,
};
