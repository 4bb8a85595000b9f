import type { Batch, BatchResult } from '@parley/contract';
import type { Queryable } from '../db/index.ts';
import { CSV_START, type CsvValue, csvLine } from '../kernel/csv.ts';
import type { TextStream } from '../kernel/text-stream.ts';

/** Read at once: with the largest variables a few megabytes. */
const GROUP = 200;
/** Beyond it, variables are one column. */
const MOST_VARIABLE_COLUMNS = 100;

interface ResultRow
  extends Pick<
    BatchResult,
    'call_id' | 'recipient_phone' | 'status' | 'end_reason' | 'answered_by' | 'outcome' | 'sentiment' | 'summary'
  > {
  variables: BatchResult['variables'];
  metadata: BatchResult['metadata'];
  answered_at: Date | null;
  ended_at: Date | null;
  /** Where the next group begins; as text, since a Date has no microseconds. */
  made_at: string;
}

/** What came of each recipient of a batch, in their order, read while it is sent. */
export function batchResults(db: Queryable, batch: Batch, format: 'json' | 'csv'): TextStream {
  return format === 'json'
    ? { type: 'application/json; charset=utf-8', chunks: asJson(db, batch) }
    : {
        type: 'text/csv; charset=utf-8',
        chunks: asCsv(db, batch.batch_id),
        fileName: `${batch.batch_id}-results.csv`,
      };
}

async function* asJson(db: Queryable, batch: Batch): AsyncGenerator<string> {
  let separator = '{"data":[';
  for await (const rows of groupsOfRows(db, batch.batch_id)) {
    yield `${separator}${rows.map((row) => JSON.stringify(toResult(row))).join(',')}`;
    separator = ',';
  }
  yield `],"total":${batch.total}}`;
}

async function* asCsv(db: Queryable, batchId: string): AsyncGenerator<string> {
  const names = await variableNames(db, batchId);
  const columns = names?.map((name) => `variables.${name}`) ?? ['variables'];
  yield CSV_START + csvLine([...Object.keys(CELLS), ...columns]);
  for await (const rows of groupsOfRows(db, batchId)) {
    yield rows
      .map((row) => csvLine([...Object.values(CELLS).map((cellOf) => cellOf(row)), ...variableCells(row, names)]))
      .join('');
  }
}

const CELLS: Record<string, (row: ResultRow) => CsvValue> = {
  call_id: (row) => row.call_id,
  recipient_phone: (row) => row.recipient_phone,
  status: (row) => row.status,
  end_reason: (row) => row.end_reason,
  answered_by: (row) => row.answered_by,
  outcome: (row) => row.outcome,
  sentiment: (row) => row.sentiment,
  duration: durationOf,
  answered_at: (row) => isoSeconds(row.answered_at),
  ended_at: (row) => isoSeconds(row.ended_at),
  summary: (row) => row.summary,
  metadata: (row) => JSON.stringify(row.metadata),
};

function variableCells({ variables }: ResultRow, names: string[] | null): CsvValue[] {
  return names === null ? [JSON.stringify(variables)] : names.map((name) => variables[name] ?? null);
}

/** In the order in which the first recipient has them; null where there are too many for a column each. */
async function variableNames(db: Queryable, batchId: string): Promise<string[] | null> {
  const rows = await db.query<{ name: string }>(
    `select name from calls, json_object_keys(variables) with ordinality as variable (name, place)
     where batch_id = $1 group by name order by min(place), name collate "C" limit $2`,
    [batchId, MOST_VARIABLE_COLUMNS + 1],
  );
  return rows.length > MOST_VARIABLE_COLUMNS ? null : rows.map(({ name }) => name);
}

/** Each group costs the same, wherever it is. */
export const RESULT_GROUP = `
  select call_id, recipient_phone, variables, metadata, status, end_reason, answered_by, outcome, sentiment, summary,
    answered_at, ended_at, created_at::text as made_at
  from calls where batch_id = $1 and (created_at, call_id) > ($2::timestamptz, $3)
  order by created_at, call_id limit $4`;

async function* groupsOfRows(db: Queryable, batchId: string): AsyncGenerator<ResultRow[]> {
  for (let after: ResultRow | undefined; ; ) {
    const rows: ResultRow[] = await db.query<ResultRow>(RESULT_GROUP, [
      batchId,
      after?.made_at ?? '-infinity',
      after?.call_id ?? '',
      GROUP,
    ]);
    if (rows.length > 0) yield rows;
    if (rows.length < GROUP) return;
    after = rows.at(-1);
  }
}

function toResult(row: ResultRow): BatchResult {
  const { made_at: _, ...result } = row;
  return {
    ...result,
    duration: durationOf(row),
    answered_at: unixSeconds(row.answered_at),
    ended_at: unixSeconds(row.ended_at),
  };
}

/** As in the detail of a call. */
function durationOf({ answered_at: answeredAt, ended_at: endedAt }: ResultRow): number | null {
  if (endedAt === null) return null;
  return answeredAt === null ? 0 : Math.round((endedAt.getTime() - answeredAt.getTime()) / 1000);
}

const unixSeconds = (date: Date | null) => date && Math.floor(date.getTime() / 1000);
const isoSeconds = (date: Date | null) => date?.toISOString().replace(/\.\d{3}Z$/, 'Z') ?? null;
