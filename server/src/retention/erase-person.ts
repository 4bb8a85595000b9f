import { createHmac } from 'node:crypto';
import type { Erasure } from '@parley/contract';
import { installationSecret } from '../accounts/installation.ts';
import { audit } from '../audit/audit.ts';
import { isSuppressed } from '../compliance/suppressions.ts';
import type { Database, Transaction } from '../db/index.ts';
import { ERASED } from '../kernel/erased.ts';
import type { Acting } from '../kernel/principal.ts';
import { RequestError } from '../kernel/request-error.ts';
import { deleteRecording } from '../recordings/delete-recording.ts';
import { deleteWords } from './delete-words.ts';

interface CallOfPerson {
  call_id: string;
  is_over: boolean;
  recording: string | null;
}

/**
 * Erases what is stored of the person with a number. The calls stay, for statistics, without anything of the person; so
 * does the number on the suppression list, which is the person's own wish.
 *
 * @throws RequestError `conflict` while a call with the person is not over.
 */
export async function erasePerson(
  db: Database,
  recordingsDir: string,
  acting: Acting,
  phone: string,
): Promise<Erasure> {
  const secret = await installationSecret(db, 'erasures');
  return db.transaction(async (tx) => {
    const calls = await lockCalls(tx, acting.accountId, phone);
    const callIds = calls.map((call) => call.call_id);
    const words = await deleteWords(tx, callIds);
    await tx.query(
      `update calls set recording = null, dialog = null,
         recipient_phone = case direction when 'outbound' then $2 else recipient_phone end,
         from_number = case direction when 'inbound' then $2 else from_number end
       where call_id = any($1)`,
      [callIds, ERASED],
    );
    const responses = await tx.query(
      `update idempotency_keys set response = (response::jsonb || jsonb_build_object('recipient_phone', $3::text))::json
       where account_id = $1 and response ->> 'recipient_phone' = $2 returning 1`,
      [acting.accountId, phone, ERASED],
    );
    const recordings = calls.flatMap((call) => call.recording ?? []);
    const erasure: Erasure = {
      calls: calls.length,
      ...words,
      recordings: recordings.length,
      idempotency_responses: responses.length,
      suppressed: await isSuppressed(tx, acting.accountId, phone),
    };
    // A reader who knows the number can find the entry; the entry does not reveal the number.
    const person = createHmac('sha256', secret).update(`${acting.accountId}/${phone}`).digest('hex');
    await audit(tx, acting, { action: 'person.erased', target: person, after: erasure });
    // Last: what cannot be deleted leaves everything as it was, but for files that are gone already.
    for (const file of recordings) await deleteRecording(recordingsDir, file);
    return erasure;
  });
}

async function lockCalls(tx: Transaction, accountId: string, phone: string): Promise<CallOfPerson[]> {
  const calls = await tx.query<CallOfPerson>(
    `select call_id, state = 'ended' and analyzed_at is not null as is_over, recording from calls
     where account_id = $1 and (case direction when 'outbound' then recipient_phone else from_number end) = $2
     order by call_id for update`,
    [accountId, phone],
  );
  const live = calls.find((call) => !call.is_over);
  if (!live) return calls;
  throw new RequestError(
    'conflict',
    `The call ${live.call_id} with ${phone} is not over. Hang it up or wait for its end, then erase.`,
    { param: 'phone_number' },
  );
}
