import type { Database } from '../../server/src/db/index.ts';

/** A call as the database has it in the end. Times from its own clock, in milliseconds since 1970. */
export interface StoredCall {
  callId: string;
  accountId: string;
  to: string;
  ofBatch: boolean;
  state: string;
  status: string;
  endReason: string | null;
  /** Of its first event: `created_at` is in whole seconds. */
  createdMs: number;
  dispatchedMs: number | null;
  answeredMs: number | null;
  endedMs: number | null;
}

export async function storedCalls(db: Database): Promise<StoredCall[]> {
  const epochMs = (column: string) => `(extract(epoch from ${column}) * 1000)::float8`;
  return db.query<StoredCall>(
    `select call_id as "callId", account_id as "accountId", recipient_phone as "to", batch_id is not null as "ofBatch",
       state, status, end_reason as "endReason", ${epochMs('ended_at')} as "endedMs",
       ${epochMs('answered_at')} as "answeredMs",
       (select ${epochMs('min(at)')} from call_events e where e.call_id = calls.call_id) as "createdMs",
       (select ${epochMs('at')} from call_events e where e.call_id = calls.call_id and e.event = 'dispatched')
         as "dispatchedMs"
     from calls`,
  );
}
