import type { TranscriptTurn } from '@parley/contract';
import type { Queryable } from '../db/index.ts';
import { announce } from './call-record.ts';

/** Keeps a turn while the call lives, so that what was said outlives the process that heard it. */
export async function keepTurn(db: Queryable, callId: string, turn: TranscriptTurn): Promise<void> {
  await db.query({
    name: 'keep-turn',
    // The lock waits for whoever ends the call just now: nothing is kept of a call that is over.
    text: `insert into spoken_turns (call_id, turn)
           select call_id, $2 from calls where call_id = $1 and state <> 'ended' for key share`,
    values: [callId, JSON.stringify(turn)],
  });
  await announce(db, callId, { type: 'turn', turn });
}

/** What was kept of a call that is over now, in the order of speaking; it is kept no longer. */
export async function takeTurns(tx: Queryable, callId: string): Promise<TranscriptTurn[]> {
  const rows = await tx.query<{ turn: TranscriptTurn }>({
    name: 'take-turns',
    text: 'delete from spoken_turns where call_id = $1 returning turn',
    values: [callId],
  });
  return rows.map(({ turn }) => turn).sort((a, b) => a.start - b.start || a.end - b.end);
}
