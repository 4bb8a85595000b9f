import type { Signalling } from '../carriers/signalling.ts';
import type { Queryable } from '../db/index.ts';

/** The leg that a call begins with. */
export const FIRST_LEG = 0;

/** Doing it twice keeps what is newer. */
export async function storeSignalling(
  db: Queryable,
  callId: string,
  leg: number,
  signalling: Signalling,
): Promise<void> {
  await db.query({
    name: 'store-signalling',
    text: `insert into call_signalling (call_id, leg, signalling)
           select call_id, $2, $3 from calls where call_id = $1
           on conflict (call_id, leg) do update set signalling = excluded.signalling`,
    values: [callId, leg, JSON.stringify(signalling)],
  });
}
