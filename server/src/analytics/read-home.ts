import {
  type CallFigures,
  type EndReason,
  endReasons,
  type FirstStep,
  type Home,
  type Problem,
} from '@parley/contract';
import { readLiveCalls } from '../calls/read-calls.ts';
import type { Queryable } from '../db/index.ts';
import type { RecordingLinks } from '../recordings/links.ts';
import { readAnalytics } from './read-analytics.ts';

/** Ends that the operator can do something about; no_answer is not one. */
const FAULTS: readonly EndReason[] = [
  'carrier_error',
  'media_timeout',
  'llm_error',
  'stt_error',
  'tts_error',
  'dispatch_lost',
  'interrupted_by_restart',
  'internal_error',
  'invalid_number',
  'rejected',
];
const MOST_PROBLEMS = 20;
const DAY_S = 86_400;

/** What the first page shows; `timeZone` says what today is. */
export async function readHome(
  db: Queryable,
  links: RecordingLinks,
  accountId: string,
  timeZone: string,
): Promise<Home> {
  const [day] = await db.query<{ today: number; yesterday: number; tomorrow: number }>(
    `select extract(epoch from midnight at time zone $1)::bigint as today,
       extract(epoch from (midnight - interval '1 day') at time zone $1)::bigint as yesterday,
       extract(epoch from (midnight + interval '1 day') at time zone $1)::bigint as tomorrow
     from (select date_trunc('day', now() at time zone $1) as midnight) as day`,
    [timeZone],
  );
  const { today, yesterday, tomorrow } = day!;
  return {
    live: await readLiveCalls(db, links, accountId),
    today: { start: today, ...(await figuresOf(db, accountId, today, tomorrow)) },
    yesterday: { start: yesterday, ...(await figuresOf(db, accountId, yesterday, today)) },
    problems: await readProblems(db, accountId),
    first_steps: await readFirstSteps(db, accountId),
  };
}

async function figuresOf(db: Queryable, accountId: string, from: number, to: number): Promise<CallFigures> {
  const { totals } = await readAnalytics(db, accountId, { from, to, bucket: 'day' });
  const { outcomes: _, sentiments: __, end_reasons: ___, ...figures } = totals;
  return figures;
}

interface ProblemRow {
  code: string;
  calls: number;
  last_call_id: string;
  last_at: number;
}

async function readProblems(db: Queryable, accountId: string): Promise<Problem[]> {
  const faults = await db.query<ProblemRow>(
    `select end_reason as code, count(*)::int as calls, max(call_id) as last_call_id,
       extract(epoch from max(created_at))::bigint as last_at
     from calls where account_id = $1 and end_reason = any($2) and created_at > now() - make_interval(secs => $3)
     group by end_reason`,
    [accountId, FAULTS, DAY_S],
  );
  const warnings = await db.query<ProblemRow>(
    `select warning as code, count(*)::int as calls, max(call_id) as last_call_id,
       extract(epoch from max(created_at))::bigint as last_at
     from calls cross join lateral json_array_elements_text(analysis -> 'warnings') as warning
     where account_id = $1 and created_at > now() - make_interval(secs => $2)
       and (analysis -> 'warnings')::text <> '[]'
     group by warning order by calls desc limit ${MOST_PROBLEMS}`,
    [accountId, DAY_S],
  );
  const problems = [...faults.map(faultOf), ...warnings.map(warningOf)];
  return problems.sort((a, b) => b.calls - a.calls || b.last_at - a.last_at).slice(0, MOST_PROBLEMS);
}

function faultOf({ code, ...row }: ProblemRow): Problem {
  const { title, explanation, remedy } = endReasons[code as EndReason];
  return { kind: 'end_reason', code, title, explanation, remedy: remedy ?? '', ...row };
}

function warningOf({ code, ...row }: ProblemRow): Problem {
  const explanation = 'The call went on; this is what did not go as configured.';
  return { kind: 'warning', code, title: code, explanation, remedy: remedyOf(code), ...row };
}

/** By what the warning is about; its own words are the most exact. */
function remedyOf(warning: string): string {
  if (/record/i.test(warning)) return 'Check that the recordings directory has room and answers quickly.';
  if (/analysis/i.test(warning)) return 'Check that the language model server is reachable, and its key.';
  if (/behind|late|slow|lag/i.test(warning)) {
    return 'The host had too much to do: lower the concurrent calls, or give it more cores.';
  }
  if (/voice|model|recogni|synthes/i.test(warning)) {
    return "Look at the agent's voice, model and language: a provider did not have what they name.";
  }
  return 'Open the call to see where it happened.';
}

/** What was created with the account itself is no step of a user. */
const LATER = "created_at > (select created_at + interval '10 s' from accounts where account_id = $1)";

const steps: Record<FirstStep, string> = {
  agent_created: `select from agents where account_id = $1 and deleted_at is null and (version > 1 or ${LATER})`,
  browser_call: "select from calls where account_id = $1 and channel = 'browser'",
  call_placed: "select from calls where account_id = $1 and direction = 'outbound'",
  key_created: `select from api_keys where account_id = $1 and ${LATER}`,
  webhook_registered: 'select from webhooks where account_id = $1 and deleted_at is null',
  number_assigned: `select from numbers where account_id = $1 and agent_id is not null
    and (${LATER} or agent_id in (select agent_id from agents where account_id = $1 and ${LATER}))`,
};

async function readFirstSteps(db: Queryable, accountId: string): Promise<Home['first_steps']> {
  const names = Object.keys(steps) as FirstStep[];
  const [done] = await db.query<Record<FirstStep, boolean>>(
    `select ${names.map((name) => `exists (${steps[name]}) as ${name}`).join(', ')}`,
    [accountId],
  );
  return names.map((step) => ({ step, done: done![step] }));
}
