import type { Database, Queryable } from '../server/src/db/index.ts';

export interface SeededAccount {
  accountId: string;
  /** From the one with most of the calls to the one with a handful. */
  agentIds: string[];
  phone: string;
}

/** The stored calls are spread evenly over so many days before now. */
export const SEEDED_DAYS = 90;
/** Rows a statement. */
const CHUNK = 50_000;
/** How many calls the last agent has, at any size. */
const RARE_CALLS = 40;
/** A batch that waits for its time: calls that are `initiated` for long. */
export const WAITING_BATCH = 'batch_seeded';
const WAITING_CALLS = 3000;

const PHRASES = [
  'Hello, this is Mia from Lakeside Dental. Is this a good moment?',
  'Yes, who is calling?',
  'I am calling about your appointment on Thursday at half past nine.',
  'Oh, I had nearly forgotten that. Can we move it to the afternoon?',
  'We have two o’clock and a quarter to four on the same day. Which would you like?',
  'A quarter to four, please.',
  'Good, you are down for Thursday at a quarter to four with Doctor Okafor.',
  'Thank you. Do I need to bring anything?',
  'Only your insurance card. Have a nice day!',
];

const TRANSCRIPT = PHRASES.map((text, index) => ({
  role: index % 2 === 0 ? 'agent' : 'user',
  text,
  start: index * 4.2,
  end: index * 4.2 + 3.6,
  interrupted: false,
}));

/** An identifier that sorts by its time, as those of the service do. */
const CALL_ID = `'call_' || lpad(to_hex((extract(epoch from at) * 1000)::bigint), 11, '0') || substr(md5('seeded' || no), 1, 15)`;

/** Columns of a call that is over; `done` says whether it was answered. */
const ENDED = `
  '{"name":"Maria Lopez","appointment":"Thursday"}'::json as variables, 1800 as max_duration_s, 30 as ring_timeout_s,
  false as simulated, 'ended' as state, case when done then 'completed' else 'failed' end as status, at as due_at,
  at as created_at, case when done then at + interval '7 s' end as answered_at, at + interval '49 s' as ended_at,
  at + interval '50 s' as analyzed_at, case when done then 'human' end as answered_by,
  case when done then 'user_hangup' else 'busy' end as end_reason, 'user' as ended_by,
  case when done then null else 486 end as sip_code, case when done then $1::json else '[]'::json end as transcript,
  case when done then 'Maria Lopez moved the appointment to Thursday at a quarter to four.' else 'The line was busy.' end
    as summary,
  case when done then 'neutral' end as sentiment, case when done then 'success' else 'busy' end as outcome,
  '{"method":"rules","warnings":[]}'::json as analysis,
  case when done then '{"turn_p50_ms":640,"turn_p95_ms":910,"turns":5}'::json end as latency,
  case when done then 'seeded.wav' end as recording`;

const COLUMNS = `call_id, account_id, agent_id, agent_version, direction, recipient_phone, from_number, variables,
  max_duration_s, ring_timeout_s, simulated, state, status, due_at, created_at, answered_at, ended_at, analyzed_at,
  answered_by, end_reason, ended_by, sip_code, transcript, summary, sentiment, outcome, analysis, latency, recording`;

/** Of the agents, from the one with most of the calls on; the last one is left out. */
const SOME_AGENT = '($3::text[])[case when r < 0.6 then 1 when r < 0.85 then 2 when r < 0.95 then 3 else 4 end]';
const LAST_AGENT = '($3::text[])[array_length($3::text[], 1)]';

/** Calls that are over, numbered `from` to `to`; of `count` that fill the whole time. */
async function insertEnded(
  tx: Queryable,
  account: SeededAccount,
  seeds: { agent: string; from: number; to: number; count: number },
): Promise<void> {
  const { accountId, agentIds, phone } = account;
  await tx.query(
    `insert into calls (${COLUMNS})
     select ${CALL_ID}, $2, ${seeds.agent}, 1, 'outbound', '+1' || (2000000000 + no), $4, ${ENDED}
     from (select no, random() as r, random() < 0.6 as done,
             now() - make_interval(secs => ${SEEDED_DAYS} * 86400 * (1 - (no - $7) / $8::float8)) as at
           from generate_series($5::int, $6::int - 1) as no order by no) as seeds`,
    [
      JSON.stringify(TRANSCRIPT),
      accountId,
      agentIds,
      phone,
      seeds.from,
      seeds.to,
      seeds.agent === LAST_AGENT ? seeds.from : 0,
      seeds.count,
    ],
  );
}

/**
 * Stores calls number `first` to `count` of an account as they would lie there after months: with transcripts of
 * 1.3 KB, two of five not answered.
 */
export async function seedCalls(db: Database, account: SeededAccount, first: number, count: number): Promise<void> {
  for (let from = first; from < count; from += CHUNK) {
    await db.transaction(async (tx) => {
      // The rows refer to what is there; checking each of them would take most of the time.
      await tx.query('set local session_replication_role = replica');
      await insertEnded(tx, account, { agent: SOME_AGENT, from, to: Math.min(from + CHUNK, count), count });
    });
  }
}

/** The few calls of the last agent, and a batch that waits for its time. */
export async function seedRarities(db: Database, account: SeededAccount): Promise<void> {
  const { accountId, agentIds, phone } = account;
  await db.transaction(async (tx) => {
    const from = 100_000_000;
    await insertEnded(tx, account, { agent: LAST_AGENT, from, to: from + RARE_CALLS, count: RARE_CALLS });
    await tx.query(
      `insert into batches (batch_id, account_id, agent_id, schedule_at, total, queued)
       values ('${WAITING_BATCH}', $1, $2, now() + interval '30 days', $3, $3)`,
      [accountId, agentIds[0], WAITING_CALLS],
    );
    await tx.query(
      `insert into calls (call_id, account_id, agent_id, agent_version, batch_id, direction, recipient_phone,
         from_number, variables, max_duration_s, ring_timeout_s, simulated, route, state, status)
       select 'call_waiting' || no, $1, $2, 1, '${WAITING_BATCH}', 'outbound', '+1' || (3000000000 + no), $3, '{}', 1800, 30,
         false, 'sip', 'queued', 'initiated' from generate_series(1, $4::int) as no`,
      [accountId, agentIds[0], phone, WAITING_CALLS],
    );
  });
}
