import { readSignalling } from '../calls/call-signalling.ts';
import type { Signalling } from '../carriers/signalling.ts';
import type { Queryable } from '../db/index.ts';
import { pcapOf } from './pcap/pcap.ts';

/** The signalling of a call as a capture; null when nothing of it is kept, undefined when the account has no such call. */
export async function readPcap(db: Queryable, accountId: string, callId: string): Promise<Buffer | null | undefined> {
  const calls = await db.query('select from calls where account_id = $1 and call_id = $2', [accountId, callId]);
  if (calls.length === 0) return undefined;
  const legs = await readSignalling(db, callId);
  return legs.length === 0 ? null : pcapOf(legs.map(({ signalling }) => sentAlone(signalling)));
}

/** A capture has what was on the wire. */
const sentAlone = (leg: Signalling): Signalling => ({
  ...leg,
  messages: leg.messages.filter(({ unsent }) => unsent === undefined),
});
