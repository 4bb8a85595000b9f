import type { Signalling } from '../carriers/signalling.ts';
import type { Queryable } from '../db/index.ts';
import { ERASED } from '../kernel/erased.ts';

/** The leg that a call begins with. */
export const FIRST_LEG = 0;

/** Doing it twice keeps what is newer. Of a call whose person was erased meanwhile nothing is kept. */
export async function storeSignalling(
  db: Queryable,
  callId: string,
  leg: number,
  signalling: Signalling,
): Promise<void> {
  await db.query({
    name: 'store-signalling',
    text: `insert into call_signalling (call_id, leg, signalling)
           select call_id, $2, $3 from calls
           where call_id = $1 and recipient_phone <> $4 and from_number is distinct from $4 for key share
           on conflict (call_id, leg) do update set signalling = excluded.signalling`,
    values: [callId, leg, JSON.stringify(signalling), ERASED],
  });
}

/** Of each leg, in their order. */
export async function readSignalling(db: Queryable, callId: string): Promise<Signalling[]> {
  const rows = await db.query<{ signalling: Signalling }>({
    name: 'read-signalling',
    text: 'select signalling from call_signalling where call_id = $1 order by leg',
    values: [callId],
  });
  return rows.map(({ signalling }) => signalling);
}
