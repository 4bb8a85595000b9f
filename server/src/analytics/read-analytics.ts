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

interface SumRow {
  /** Where the bucket begins, in Unix seconds; null in sums over all of the time. */
  start: number | null;
  /** The group; null in sums over all groups. */
  key: string | null;
  calls: number;
  answered: number;
  completed: number;
  failed: number;
  talk_s: number;
  interruptions: number;
}

interface ValueRow {
  start: number | null;
  key: string | null;
  kind: 'outcome' | 'sentiment' | 'end_reason' | 'response';
  value: string;
  count: number;
}

const groupColumns = { agent: 'agent_id', batch: 'batch_id', number: 'number' } as const;

/** What the figures are read by: SQL of the grouping, and the rows that count. */
interface Grouping {
  start: string;
  key: string;
  where: string;
  values: unknown[];
}

function groupingOf(accountId: string, query: AnalyticsQuery): Grouping {
  const values: unknown[] = [accountId, query.from, query.to];
  const place = (value: unknown) => `$${values.push(value)}`;
  const terms = ['account_id = $1', 'slot >= to_timestamp($2::bigint / 900 * 900)', 'slot < to_timestamp($3)'];
  if (query.agent_id !== undefined) terms.push(`agent_id = ${place(query.agent_id)}`);
  if (query.batch_id !== undefined) terms.push(`batch_id = ${place(query.batch_id)}`);
  if (query.number !== undefined) terms.push(`number = ${place(query.number)}`);
  if (query.direction !== undefined) terms.push(`direction = ${place(query.direction)}`);
  const { bucket = 'day', group_by: groupBy = 'none', time_zone: timeZone = 'UTC' } = query;
  const start = `extract(epoch from date_trunc(${place(bucket)}, slot, ${place(timeZone)}))::bigint`;
  return { start, key: groupBy === 'none' ? 'null' : groupColumns[groupBy], where: terms.join(' and '), values };
}

/** Sums by bucket, by group and over all, in one pass each. */
export function analyticsStatements(accountId: string, query: AnalyticsQuery) {
  const { start, key, where, values } = groupingOf(accountId, query);
  const isGrouped = key !== 'null';
  /** Of the columns that are always grouped by. */
  const setsWith = (...always: string[]) =>
    [['start'], ...(isGrouped ? [['key']] : []), []].map((set) => `(${[...set, ...always].join(', ')})`).join(', ');
  const shownKey = isGrouped ? 'key' : 'null::text as key';
  const rowsOf = (table: string, further = '') =>
    `(select ${start} as start, ${key}::text as key, * from ${table} where ${where}${further})`;
  const sum = (column: string) => `coalesce(sum(${column}), 0)::bigint as ${column}`;
  return {
    sums: {
      isPlannedEachTime: true,
      text: `select start, ${shownKey}, ${SUMMED.map(sum).join(', ')} from ${rowsOf('call_figures')} as figures
             group by grouping sets (${setsWith()})`,
      values,
    },
    values: {
      isPlannedEachTime: true,
      text: `select start, ${shownKey}, kind, value, ${sum('count')} from ${rowsOf('call_value_figures', KINDS)} as figures
             group by grouping sets (${setsWith('kind', 'value')})`,
      values,
    },
  };
}

/** All of them: named, so that the index finds the time of each. */
const KINDS = " and kind in ('outcome', 'sentiment', 'end_reason', 'response')";
const SUMMED = ['calls', 'answered', 'completed', 'failed', 'talk_s', 'interruptions'];

/** Figures of calls that ended in a time; an account's own. */
export async function readAnalytics(db: Queryable, accountId: string, query: AnalyticsQuery): Promise<Analytics> {
  const { bucket = 'day', group_by: groupBy = 'none', time_zone: timeZone = 'UTC' } = query;
  const starts = await readStarts(db, { ...query, bucket, time_zone: timeZone });
  const statements = analyticsStatements(accountId, query);
  const sums = await db.query<SumRow>(statements.sums);
  const values = await db.query<ValueRow>(statements.values);
  const isTotal = (row: { start: number | null; key: string | null }) => row.start === null && row.key === null;
  const seriesOf = new Map(sums.flatMap((row) => (row.start === null ? [] : [[row.start, row] as const])));
  const responsesOf = responsesBy(values, (row) => row.start);
  const groups = sums.filter((row) => row.key !== null).sort((a, b) => b.calls - a.calls);
  const labels = groupBy === 'agent' ? await readAgentNames(db, accountId) : new Map<string, string>();
  return {
    from: query.from,
    to: query.to,
    bucket,
    group_by: groupBy,
    time_zone: timeZone,
    totals: breakdown(sums.find(isTotal), values.filter(isTotal)),
    series: starts.map((start) => ({ start, ...figures(seriesOf.get(start), responsesOf.get(start)) })),
    groups: groups.slice(0, MOST_GROUPS).map((row) => ({
      key: row.key === '' ? null : row.key,
      label: labels.get(row.key!) ?? (row.key === '' ? null : row.key),
      ...breakdown(
        row,
        values.filter(({ key }) => key === row.key),
      ),
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

function responsesBy<Key>(rows: ValueRow[], keyOf: (row: ValueRow) => Key): Map<Key, ResponseTimes> {
  const times = new Map<Key, ResponseTimes>();
  for (const row of rows) {
    if (row.kind !== 'response') continue;
    const own = times.get(keyOf(row)) ?? new ResponseTimes();
    own.add(Number(row.value), row.count);
    times.set(keyOf(row), own);
  }
  return times;
}

function figures(sums: SumRow | undefined, responses = new ResponseTimes()): CallFigures {
  const { calls = 0, answered = 0, completed = 0, failed = 0, talk_s = 0, interruptions = 0 } = sums ?? {};
  return {
    calls,
    answered,
    completed,
    failed,
    answer_rate: calls === 0 ? null : answered / calls,
    talk_s,
    average_duration_s: answered === 0 ? null : talk_s / answered,
    responses: responses.total,
    response_p50_ms: responses.percentile(50),
    response_p95_ms: responses.percentile(95),
    interruptions,
  };
}

function breakdown(sums: SumRow | undefined, values: ValueRow[]): CallBreakdown {
  const counts = (kind: ValueRow['kind']): ValueCount[] =>
    values
      .filter((row) => row.kind === kind)
      .map(({ value, count }) => ({ value, calls: count }))
      .sort((a, b) => b.calls - a.calls);
  return {
    ...figures(sums, responsesBy(values, () => null).get(null)),
    outcomes: counts('outcome'),
    sentiments: counts('sentiment'),
    end_reasons: counts('end_reason'),
  };
}
