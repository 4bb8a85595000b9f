import {
  type AgentPatch,
  type AppliedOverrides,
  type CallDetail,
  type CallFilters,
  CallOverrides,
  type CallPage,
  type CallSummary,
  type ExportedCall,
  type ListCalls,
} from '@parley/contract';
import { CALL_OVERRIDES } from '../agents/call-settings.ts';
import { withoutSecrets } from '../agents/tool-secrets.ts';
import type { Queryable } from '../db/index.ts';
import { eachInTurns } from '../kernel/in-turns.ts';
import type { RecordingLinks } from '../recordings/links.ts';
import { type CallState, phaseOf } from './state.ts';

interface SummaryRow
  extends Pick<
    CallSummary,
    | 'call_id'
    | 'status'
    | 'direction'
    | 'channel'
    | 'agent_id'
    | 'agent_version'
    | 'batch_id'
    | 'recipient_phone'
    | 'from_number'
    | 'answered_by'
    | 'end_reason'
    | 'ended_by'
    | 'transferred_to'
    | 'sip_code'
    | 'sentiment'
    | 'outcome'
    | 'latency'
    | 'cost'
    | 'simulated'
  > {
  state: CallState;
  /** JSON that is parsed here, in turns where there are many, and not by the connection. */
  variables: string;
  metadata: string;
  max_duration_s: number;
  created_at: Date;
  answered_at: Date | null;
  ended_at: Date | null;
  analyzed_at: Date | null;
  recording: string | null;
}

type DetailRow = SummaryRow &
  Pick<CallDetail, 'on_hold' | 'transcript' | 'summary' | 'analysis' | 'caller_identity'> & {
    overrides: AgentPatch | null;
  };

const SUMMARY_COLUMNS = `call_id, status, state, direction, channel, agent_id, agent_version, batch_id, recipient_phone,
  from_number, variables::text as variables, metadata::text as metadata, max_duration_s, created_at, answered_at, ended_at, analyzed_at, answered_by, end_reason,
  ended_by, transferred_to, sip_code, sentiment, outcome, latency, cost, simulated, recording`;

const unixSeconds = (date: Date | null) => (date === null ? null : Math.floor(date.getTime() / 1000));

function durationOf(row: SummaryRow): number | null {
  if (row.ended_at === null) return null;
  if (row.answered_at === null) return 0;
  return Math.round((row.ended_at.getTime() - row.answered_at.getTime()) / 1000);
}

function toSummary(row: SummaryRow, links: RecordingLinks): CallSummary {
  const recorded = row.state === 'ended' && row.recording !== null;
  return {
    call_id: row.call_id,
    status: row.status,
    phase: phaseOf(row.state, row.analyzed_at !== null),
    direction: row.direction,
    channel: row.channel,
    agent_id: row.agent_id,
    agent_version: row.agent_version,
    batch_id: row.batch_id,
    recipient_phone: row.recipient_phone,
    from_number: row.from_number,
    variables: JSON.parse(row.variables),
    metadata: JSON.parse(row.metadata),
    max_duration: row.max_duration_s,
    created_at: unixSeconds(row.created_at)!,
    answered_at: unixSeconds(row.answered_at),
    ended_at: unixSeconds(row.ended_at),
    duration: durationOf(row),
    answered_by: row.answered_by,
    end_reason: row.end_reason,
    ended_by: row.ended_by,
    transferred_to: row.transferred_to,
    sip_code: row.sip_code,
    sentiment: row.sentiment,
    outcome: row.outcome,
    recording_url: recorded ? links.link(row.call_id, 'mixed') : null,
    recording_stereo_url: recorded ? links.link(row.call_id, 'stereo') : null,
    // Older calls have no stages.
    latency: row.latency && { ...row.latency, stages: row.latency.stages ?? [] },
    cost: row.cost,
    simulated: row.simulated,
  };
}

export async function readCall(
  db: Queryable,
  links: RecordingLinks,
  accountId: string,
  callId: string,
): Promise<CallDetail | undefined> {
  const rows = await db.query<DetailRow>({
    name: 'read-call',
    text: `select ${SUMMARY_COLUMNS}, ${CALL_OVERRIDES} as overrides, caller_identity, on_hold and state = 'talking' as on_hold, transcript, summary, analysis from calls where account_id = $1 and call_id = $2`,
    values: [accountId, callId],
  });
  const row = rows[0];
  if (!row) return undefined;
  return {
    ...toSummary(row, links),
    overrides: shownOverrides(row.overrides),
    caller_identity: row.caller_identity,
    on_hold: row.on_hold,
    transcript: row.transcript,
    summary: row.summary,
    // Older analyses have no data.
    analysis: row.analysis && { ...row.analysis, data: row.analysis.data ?? null },
  };
}

const overridable = Object.keys(CallOverrides.shape);

/** What a request could have said: a call that tries a draft may differ in more. */
function shownOverrides(overrides: AgentPatch | null): AppliedOverrides | null {
  const shown = Object.entries(overrides ?? {}).filter(([field]) => overridable.includes(field));
  return shown.length === 0 ? null : withoutSecrets(Object.fromEntries(shown));
}

/** Counting stops here, so that a page costs the same at any size. */
const TOTAL_AT_MOST = 10_000;
const DEFAULT_LIMIT = 20;

export async function readCallPage(
  db: Queryable,
  links: RecordingLinks,
  accountId: string,
  query: ListCalls,
): Promise<CallPage> {
  const limit = query.limit ?? DEFAULT_LIMIT;
  const offset = query.offset ?? 0;
  const { counted, page } = callPageStatements(accountId, { ...query, limit, offset });
  const totals = await db.query<{ total: number }>(counted);
  const rows = await db.query<SummaryRow>(page);
  const total = totals[0]?.total ?? 0;
  const data: CallSummary[] = [];
  await eachInTurns(rows.slice(0, limit), (row) => data.push(toSummary(row, links)));
  return {
    data,
    total: Math.min(total, TOTAL_AT_MOST),
    total_exact: total <= TOTAL_AT_MOST,
    limit,
    offset,
    has_more: rows.length > limit,
  };
}

/** What a page costs is what these two cost; an index serves every filter, so that they stay cheap at any size. */
export function callPageStatements(accountId: string, query: ListCalls & { limit: number; offset: number }) {
  const { where, values } = conditions(accountId, query);
  const isPlannedEachTime = isSkewed(query);
  return {
    counted: {
      isPlannedEachTime,
      text: `select count(*)::int as total from (select 1 from calls where ${where} limit ${TOTAL_AT_MOST + 1}) as counted`,
      values,
    },
    page: {
      isPlannedEachTime,
      text: `select ${SUMMARY_COLUMNS} from calls where ${where} order by created_at desc, call_id desc
             limit $${values.length + 1} offset $${values.length + 2}`,
      values: [...values, query.limit + 1, query.offset],
    },
  };
}

/** Of these filters one value may let nearly everything through, and another nearly nothing. */
function isSkewed({ direction, end_reason: endReason, outcome, sentiment, phone }: CallFilters): boolean {
  return [direction, endReason, outcome, sentiment, phone].some((filter) => filter !== undefined);
}

/** The number of whom the agent talked with. */
const PERSON = "(case direction when 'outbound' then recipient_phone else from_number end)";

function conditions(accountId: string, query: CallFilters): { where: string; values: unknown[] } {
  const values: unknown[] = [accountId];
  const terms = ['account_id = $1'];
  const add = (term: (place: string) => string, value: unknown) => terms.push(term(`$${values.push(value)}`));
  if (query.status !== undefined) add((place) => `status = ${place}`, query.status);
  if (query.agent_id !== undefined) add((place) => `agent_id = ${place}`, query.agent_id);
  if (query.batch_id !== undefined) add((place) => `batch_id = ${place}`, query.batch_id);
  if (query.direction !== undefined) add((place) => `direction = ${place}`, query.direction);
  if (query.end_reason !== undefined) add((place) => `end_reason = ${place}`, query.end_reason);
  if (query.outcome !== undefined) add((place) => `outcome = ${place}`, query.outcome);
  if (query.sentiment !== undefined) add((place) => `sentiment = ${place}`, query.sentiment);
  if (query.phone !== undefined) add((place) => `${PERSON} like ${place}`, `${query.phone}%`);
  if (query.from !== undefined) add((place) => `created_at >= to_timestamp(${place})`, query.from);
  if (query.to !== undefined) add((place) => `created_at < to_timestamp(${place})`, query.to);
  return { where: terms.join(' and '), values };
}

/** So many are read at a time: what an export holds in memory. */
const EXPORT_PAGE = 500;

/** Every call that the filters let through, newest first, read as it is asked for. Calls that come meanwhile are left out. */
export async function* exportCalls(
  db: Queryable,
  links: RecordingLinks,
  accountId: string,
  filters: CallFilters,
): AsyncGenerator<ExportedCall, void, undefined> {
  const { where, values } = conditions(accountId, filters);
  let last: { createdAt: string; callId: string } | null = null;
  for (;;) {
    const rows: ExportRow[] = await db.query<ExportRow>({
      isPlannedEachTime: true,
      text: `select ${SUMMARY_COLUMNS}, summary, created_at::text as created_at_text from calls where ${where}
               and ($${values.length + 1}::timestamptz is null
                 or (created_at, call_id) < ($${values.length + 1}::timestamptz, $${values.length + 2}))
             order by created_at desc, call_id desc limit ${EXPORT_PAGE}`,
      values: [...values, last?.createdAt ?? null, last?.callId ?? null],
    });
    for (const row of rows) yield { ...toSummary(row, links), summary: row.summary };
    if (rows.length < EXPORT_PAGE) return;
    const { created_at_text: createdAt, call_id: callId } = rows.at(-1)!;
    last = { createdAt, callId };
  }
}

interface ExportRow extends SummaryRow {
  summary: string | null;
  /** To the microsecond, which a Date does not hold. */
  created_at_text: string;
}

/** Where the recording of a call that is over is, below the recordings directory; undefined without such a call. */
export async function readRecordingFile(
  db: Queryable,
  accountId: string,
  callId: string,
): Promise<{ recording: string | null } | undefined> {
  const [call] = await db.query<{ recording: string | null }>(
    "select case when state = 'ended' then recording end as recording from calls where account_id = $1 and call_id = $2",
    [accountId, callId],
  );
  return call;
}

/** A first page shows no more of them. */
const LIVE_AT_MOST = 50;

/** Calls that hold a slot: all that are not over, but for those of batches that wait for one. */
export async function readLiveCalls(
  db: Queryable,
  links: RecordingLinks,
  accountId: string,
): Promise<{ data: CallSummary[]; total: number }> {
  const rows = await db.query<SummaryRow & { total: number }>(
    `select ${SUMMARY_COLUMNS}, count(*) over ()::int as total from calls
     where account_id = $1 and state <> 'ended'
       and call_id in (select call_id from call_slots where account_id = $1 and call_id is not null)
     order by created_at desc, call_id desc limit ${LIVE_AT_MOST}`,
    [accountId],
  );
  return { data: rows.map((row) => toSummary(row, links)), total: rows[0]?.total ?? 0 };
}
