import type { Signalling } from '../carriers/signalling.ts';
import type { Queryable } from '../db/index.ts';
import { ERASED } from '../kernel/erased.ts';
import { GroupedWrites } from '../kernel/grouped-writes.ts';

/** No part of a call waits for it: under load, what was signalled within this time is stored together. */
const PACE_MS = 100;

/** The leg that a call begins with. */
export const FIRST_LEG = 0;

interface SignallingOfLeg extends SignalledLeg {
  readonly callId: string;
}

/**
 * Stores what was signalled about legs that are over; those of several calls in one statement. No leg may be given again before
 * it is stored.
 */
export class SignallingStore {
  readonly #writes: GroupedWrites<SignallingOfLeg>;

  constructor(db: Queryable) {
    this.#writes = new GroupedWrites(
      async (legs) => {
        await storeSignalling(db, legs);
        return Array<void>(legs.length);
      },
      { paceMs: PACE_MS },
    );
  }

  /** Doing it twice keeps what is newer. Of a call whose person was erased meanwhile nothing is kept. */
  store(callId: string, leg: number, signalling: Signalling): Promise<void> {
    return this.#writes.add({ callId, leg, signalling });
  }
}

/** The same for legs that are over now and then. */
export async function storeSignalling(db: Queryable, legs: readonly SignallingOfLeg[]): Promise<void> {
  await db.query({
    name: 'store-signalling',
    text: `insert into call_signalling (call_id, leg, signalling)
           select call_id, given.leg, given.signalling::json
           from unnest($1::text[], $2::int[], $3::text[]) as given (call_id, leg, signalling) join calls using (call_id)
           where recipient_phone <> $4 and from_number is distinct from $4 for key share of calls
           on conflict (call_id, leg) do update set signalling = excluded.signalling`,
    values: [
      legs.map(({ callId }) => callId),
      legs.map(({ leg }) => leg),
      legs.map(({ signalling }) => JSON.stringify(signalling)),
      ERASED,
    ],
  });
}

export interface SignalledLeg {
  /** Its number in the call. */
  readonly leg: number;
  readonly signalling: Signalling;
}

/** Of each leg of which it is kept, in their order. */
export function readSignalling(db: Queryable, callId: string): Promise<SignalledLeg[]> {
  return db.query<SignalledLeg>({
    name: 'read-signalling',
    text: 'select leg, signalling from call_signalling where call_id = $1 order by leg',
    values: [callId],
  });
}
