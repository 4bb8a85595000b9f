import { audit } from '../audit/audit.ts';
import type { Database, Queryable } from '../db/index.ts';
import { systemOf } from '../kernel/principal.ts';
import { deleteRecording } from '../recordings/delete-recording.ts';
import { deleteWords } from './delete-words.ts';

/** In one transaction: it holds the rows of calls that are long over, and of nothing else. */
const CALLS_AT_ONCE = 200;
const EVENTS_AT_ONCE = 5000;
/** A client that was away gets the turns of a call again as events for so long; later only the transcript has them. */
const SPOKEN_DAYS = 7;
/** Why a call went wrong is asked for soon. */
const SIGNALLING_DAYS = 30;

/** Deletes what is older than the accounts keep it. Doing it twice does nothing. */
export async function sweep(db: Database, recordingsDir: string): Promise<void> {
  const accounts = await db.query<{ account_id: string; recordings_days: number; transcripts_days: number }>(
    `select account_id, recordings_days, transcripts_days from accounts
     where recordings_days is not null or transcripts_days is not null`,
  );
  for (const {
    account_id: accountId,
    recordings_days: recordingsDays,
    transcripts_days: transcriptsDays,
  } of accounts) {
    if (recordingsDays !== null) await sweepRecordings(db, recordingsDir, accountId, recordingsDays);
    if (transcriptsDays !== null) await sweepTranscripts(db, accountId, transcriptsDays);
  }
  await sweepSpokenEvents(db);
  await sweepSignalling(db);
}

const OLD = "account_id = $1 and ended_at < clock_timestamp() - make_interval(days => $2) and state = 'ended'";

/** With the deletion itself: what is deleted is never without its row, wherever the sweep breaks off. */
async function note(tx: Queryable, accountId: string, swept: { recordings: number; transcripts: number }) {
  if (swept.recordings + swept.transcripts === 0) return;
  await audit(tx, systemOf(accountId), { action: 'retention.applied', target: accountId, after: swept });
}

async function sweepRecordings(db: Database, recordingsDir: string, accountId: string, days: number): Promise<void> {
  for (let swept = CALLS_AT_ONCE; swept === CALLS_AT_ONCE; ) {
    swept = await db.transaction(async (tx) => {
      const old = await tx.query<{ call_id: string; recording: string }>(
        `select call_id, recording from calls where ${OLD} and recording is not null
         order by ended_at limit ${CALLS_AT_ONCE} for update skip locked`,
        [accountId, days],
      );
      for (const { recording } of old) await deleteRecording(recordingsDir, recording);
      await tx.query('update calls set recording = null where call_id = any($1)', [old.map((call) => call.call_id)]);
      await note(tx, accountId, { recordings: old.length, transcripts: 0 });
      return old.length;
    });
  }
}

async function sweepTranscripts(db: Database, accountId: string, days: number): Promise<void> {
  for (let swept = CALLS_AT_ONCE; swept === CALLS_AT_ONCE; ) {
    swept = await db.transaction(async (tx) => {
      const old = await tx.query<{ call_id: string }>(
        `select call_id from calls where ${OLD} and summary is not null
         order by ended_at limit ${CALLS_AT_ONCE} for update skip locked`,
        [accountId, days],
      );
      await deleteWords(
        tx,
        old.map((call) => call.call_id),
      );
      await note(tx, accountId, { recordings: 0, transcripts: old.length });
      return old.length;
    });
  }
}

/** A client that asks for events from before these gets a note that some are missing. */
async function sweepSpokenEvents(db: Database): Promise<void> {
  for (let swept = EVENTS_AT_ONCE; swept === EVENTS_AT_ONCE; ) {
    const [row] = await db.query<{ swept: number }>(
      `with old as (
         select seq from call_events where turn_no is not null and at < clock_timestamp() - make_interval(days => $1)
           and position is not null
           and exists (select from calls where calls.call_id = call_events.call_id and state = 'ended')
         order by at limit ${EVENTS_AT_ONCE}),
       deleted as (delete from call_events using old where call_events.seq = old.seq returning position),
       kept as (
         update call_event_retention set through = greatest(through, (select max(position) from deleted))
         where exists (select from deleted))
       select count(*)::int as swept from deleted`,
      [SPOKEN_DAYS],
    );
    swept = row!.swept;
  }
}

async function sweepSignalling(db: Database): Promise<void> {
  for (let swept = CALLS_AT_ONCE; swept === CALLS_AT_ONCE; ) {
    const rows = await db.query(
      `delete from call_signalling where (call_id, leg) in (
         select call_id, leg from call_signalling where at < clock_timestamp() - make_interval(days => $1)
         order by at limit ${CALLS_AT_ONCE})
       returning 1`,
      [SIGNALLING_DAYS],
    );
    swept = rows.length;
  }
}
