import type { TranscriptTurn } from '@parley/contract';
import type { Queryable } from '../db/index.ts';
import { announce } from './call-record.ts';

/**
 * Saves a turn while the call lives, so that what was said outlives the process that heard it. `seq` numbers the turns of
 * a call: a turn that is saved twice is saved once.
 */
export async function saveTurn(db: Queryable, callId: string, seq: number, turn: TranscriptTurn): Promise<void> {
  await db.query({
    name: 'save-turn',
    // The lock waits for a transaction that ends the call just now: nothing is kept of a call that is over.
    text: `insert into spoken_turns (call_id, seq, turn)
           select call_id, $2, $3 from calls where call_id = $1 and state <> 'ended' for key share
           on conflict do nothing`,
    values: [callId, seq, JSON.stringify(turn)],
  });
  announce(db, callId, { type: 'turn', turn });
}

/** What was saved of a call that is over now, in the order of speaking; it is kept no longer. */
export async function drainTurns(tx: Queryable, callId: string): Promise<TranscriptTurn[]> {
  const rows = await tx.query<{ turn: TranscriptTurn }>({
    name: 'drain-turns',
    text: 'delete from spoken_turns where call_id = $1 returning turn',
    values: [callId],
  });
  return rows.map(({ turn }) => turn).sort((a, b) => a.start - b.start || a.end - b.end);
}
