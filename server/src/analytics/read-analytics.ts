import {
  type Analytics,
  type AnalyticsQuery,
  type CallBreakdown,
  type CallFigures,
  MOST_BUCKETS,
  MOST_GROUPS,
  type ValueCount,
} from '@parley/contract';
import type { Queryable } from '../db/index.ts';
import { RequestError } from '../kernel/request-error.ts';
import { ResponseTimes } from './response-times.ts';

interface Sums {
  calls: number;
  answered: number;
  completed: number;
  failed: number;
  talk_s: number;
  interruptions: number;
}

interface ValueRow {
  /** Empty where nothing is grouped, or where there is none. */
  key: string;
  kind: 'outcome' | 'sentiment' | 'end_reason' | 'response';
  value: string;
  count: number;
}

const groupColumns = { none: "''::text", agent: 'agent_id', batch: 'batch_id', number: 'number' } as const;

/** What the figures are read by: the rows that count, the group that one belongs to, and where its bucket begins. */
function groupingOf(accountId: string, query: AnalyticsQuery) {
  const values: unknown[] = [accountId, query.from, query.to];
  const place = (value: unknown) => `$${values.push(value)}`;
  const terms = ['account_id = $1', 'slot >= to_timestamp($2::bigint / 900 * 900)', 'slot < to_timestamp($3)'];
  if (query.agent_id !== undefined) terms.push(`agent_id = ${place(query.agent_id)}`);
  if (query.batch_id !== undefined) terms.push(`batch_id = ${place(query.batch_id)}`);
  if (query.number !== undefined) terms.push(`number = ${place(query.number)}`);
  if (query.direction !== undefined) terms.push(`direction = ${place(query.direction)}`);
  const { bucket = 'day', group_by: groupBy = 'none', time_zone: timeZone = 'UTC' } = query;
  const after = values.length;
  return {
    start: {
      text: `extract(epoch from date_trunc($${after + 1}, slot, $${after + 2}))::bigint`,
      places: [bucket, timeZone],
    },
    key: groupColumns[groupBy],
    where: terms.join(' and '),
    values,
  };
}

/** Each part of the figures by what it is shown by; sums over all are made of these. */
export function analyticsStatements(accountId: string, query: AnalyticsQuery) {
  const { start, key, where, values } = groupingOf(accountId, query);
  const { places, text: bucket } = start;
  const statement = (text: string, given: unknown[]) => ({ isPlannedEachTime: true, text, values: given });
  const sum = (column: string) => `sum(${column})::bigint as ${column}`;
  const sums = SUMMED.map(sum).join(', ');
  return {
    series: statement(`select ${bucket} as start, ${sums} from call_figures where ${where} group by 1`, [
      ...values,
      ...places,
    ]),
    /** Of few rows for each group: which bucket they are in does not matter. */
    groups: statement(`select ${key} as key, ${sums} from call_figures where ${where} group by 1`, values),
    responses: statement(
      // By quarters of an hour first: what a day is costs more than a sum.
      `select ${bucket} as start, value, ${sum('count')} from (
         select slot, value, ${sum('count')} from call_value_figures
         where ${where} and kind = 'response' group by slot, value) as slots
       group by 1, 2`,
      [...values, ...places],
    ),
    values: statement(
      `select ${key} as key, kind, value, ${sum('count')} from call_value_figures
       where ${where} and kind in ('outcome', 'sentiment', 'end_reason', 'response') group by 1, 2, 3`,
      values,
    ),
  };
}

const SUMMED = ['calls', 'answered', 'completed', 'failed', 'talk_s', 'interruptions'];

/** Figures of calls that ended in a time; an account's own. */
export async function readAnalytics(db: Queryable, accountId: string, query: AnalyticsQuery): Promise<Analytics> {
  const { bucket = 'day', group_by: groupBy = 'none', time_zone: timeZone = 'UTC' } = query;
  const starts = await readStarts(db, { ...query, bucket, time_zone: timeZone });
  const statements = analyticsStatements(accountId, query);
  const series = await db.query<Sums & { start: number }>(statements.series);
  const responses = await db.query<{ start: number; value: string; count: number }>(statements.responses);
  const groups = await db.query<Sums & { key: string }>(statements.groups);
  const values = await db.query<ValueRow>(statements.values);
  const seriesOf = new Map(series.map((row) => [row.start, row]));
  const responsesOf = groupedBy(responses, (row) => row.start);
  const valuesOf = groupedBy(values, (row) => row.key);
  const labels = groupBy === 'agent' ? await readAgentNames(db, accountId) : new Map<string, string>();
  const shown = groupBy === 'none' ? [] : groups.sort((a, b) => b.calls - a.calls).slice(0, MOST_GROUPS);
  return {
    from: query.from,
    to: query.to,
    bucket,
    group_by: groupBy,
    time_zone: timeZone,
    totals: breakdown(total(groups), values),
    series: starts.map((start) => ({
      start,
      ...figures(seriesOf.get(start), responseTimes(responsesOf.get(start) ?? [])),
    })),
    groups: shown.map((row) => ({
      key: row.key === '' ? null : row.key,
      label: labels.get(row.key) ?? (row.key === '' ? null : row.key),
      ...breakdown(row, valuesOf.get(row.key) ?? []),
    })),
    counted_until: Math.floor(Date.now() / 1000),
  };
}

/** Where the buckets begin, empty ones too. */
async function readStarts(db: Queryable, { from, to, bucket, time_zone: timeZone }: AnalyticsQuery): Promise<number[]> {
  const rows = await db.query<{ start: number }>(
    // An hour of the clock may come twice; days are counted on the calendar.
    bucket === 'hour'
      ? `select extract(epoch from at)::bigint as start from generate_series(
           date_trunc('hour', to_timestamp($1), $4), to_timestamp($2) - interval '1 s', '1 hour') as at
         where $3::text is not null limit ${MOST_BUCKETS + 1}`
      : `select extract(epoch from at at time zone $4)::bigint as start from generate_series(
           date_trunc($3, to_timestamp($1) at time zone $4), (to_timestamp($2) - interval '1 s') at time zone $4,
           ('1 ' || $3)::interval) as at limit ${MOST_BUCKETS + 1}`,
    [from, to, bucket, timeZone],
  );
  if (rows.length <= MOST_BUCKETS) return rows.map(({ start }) => start);
  throw new RequestError('invalid_request', `bucket: more than ${MOST_BUCKETS} of them; ask for longer ones.`, {
    param: 'bucket',
  });
}

async function readAgentNames(db: Queryable, accountId: string): Promise<Map<string, string>> {
  const rows = await db.query<{ agent_id: string; name: string }>(
    `select agent_id, settings ->> 'name' as name from agents join agent_versions using (agent_id, version)
     where account_id = $1`,
    [accountId],
  );
  return new Map(rows.map((row) => [row.agent_id, row.name]));
}

function groupedBy<Row, Key>(rows: Row[], keyOf: (row: Row) => Key): Map<Key, Row[]> {
  const groups = new Map<Key, Row[]>();
  for (const row of rows) {
    const own = groups.get(keyOf(row));
    if (own) own.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return groups;
}

const NONE: Sums = { calls: 0, answered: 0, completed: 0, failed: 0, talk_s: 0, interruptions: 0 };

function total(rows: readonly Sums[]): Sums {
  const names = Object.keys(NONE) as (keyof Sums)[];
  const added = (sum: Sums, row: Sums) =>
    Object.fromEntries(names.map((name) => [name, sum[name] + row[name]])) as unknown as Sums;
  return rows.reduce(added, NONE);
}

function responseTimes(rows: readonly { value: string; count: number }[]): ResponseTimes {
  const times = new ResponseTimes();
  for (const { value, count } of rows) times.add(Number(value), count);
  return times;
}

function figures(sums: Sums = NONE, responses = new ResponseTimes()): CallFigures {
  const { calls, answered, talk_s: talkS } = sums;
  return {
    calls,
    answered,
    completed: sums.completed,
    failed: sums.failed,
    answer_rate: calls === 0 ? null : answered / calls,
    talk_s: talkS,
    average_duration_s: answered === 0 ? null : talkS / answered,
    responses: responses.total,
    response_p50_ms: responses.percentile(50),
    response_p95_ms: responses.percentile(95),
    interruptions: sums.interruptions,
  };
}

/** `values` may name one several times: of several groups. */
function breakdown(sums: Sums, values: readonly ValueRow[]): CallBreakdown {
  const counts = (kind: ValueRow['kind']): ValueCount[] => {
    const byValue = new Map<string, number>();
    for (const row of values) {
      if (row.kind === kind) byValue.set(row.value, (byValue.get(row.value) ?? 0) + row.count);
    }
    return [...byValue].map(([value, calls]) => ({ value, calls })).sort((a, b) => b.calls - a.calls);
  };
  return {
    ...figures(sums, responseTimes(values.filter(({ kind }) => kind === 'response'))),
    outcomes: counts('outcome'),
    sentiments: counts('sentiment'),
    end_reasons: counts('end_reason'),
  };
}
