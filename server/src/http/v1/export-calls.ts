import type { ExportedCall, routes } from '@parley/contract';
import { exportCalls } from '../../calls/read-calls.ts';
import { CSV_START, type CsvValue, csvLine } from '../../kernel/csv.ts';
import type { EndpointHandler } from '../endpoint.ts';
import type { ApiDependencies } from './dependencies.ts';

const time = (unixSeconds: number | null) =>
  unixSeconds === null ? null : new Date(unixSeconds * 1000).toISOString().replace('.000', '');

/** The columns of the table, in their order. */
const columns: Record<string, (call: ExportedCall) => CsvValue> = {
  call_id: (call) => call.call_id,
  status: (call) => call.status,
  direction: (call) => call.direction,
  agent_id: (call) => call.agent_id,
  agent_version: (call) => call.agent_version,
  batch_id: (call) => call.batch_id,
  recipient_phone: (call) => call.recipient_phone,
  from_number: (call) => call.from_number,
  created_at: (call) => time(call.created_at),
  answered_at: (call) => time(call.answered_at),
  ended_at: (call) => time(call.ended_at),
  duration: (call) => call.duration,
  answered_by: (call) => call.answered_by,
  end_reason: (call) => call.end_reason,
  ended_by: (call) => call.ended_by,
  sip_code: (call) => call.sip_code,
  outcome: (call) => call.outcome,
  sentiment: (call) => call.sentiment,
  summary: (call) => call.summary,
  variables: (call) => JSON.stringify(call.variables),
  metadata: (call) => JSON.stringify(call.metadata),
  turn_p50_ms: (call) => call.latency?.turn_p50_ms ?? null,
  turn_p95_ms: (call) => call.latency?.turn_p95_ms ?? null,
  cost: (call) => call.cost?.total ?? null,
  currency: (call) => call.cost?.currency ?? null,
  simulated: (call) => call.simulated,
};

export function exportCallsEndpoint(api: ApiDependencies): EndpointHandler<typeof routes.exportCalls> {
  return async ({ principal, query: { format = 'json', ...filters } }) => {
    const calls = exportCalls(api.db, api.links, principal.accountId, filters);
    const fileName = `calls-${new Date().toISOString().slice(0, 10)}.${format}`;
    const headers = { 'cache-control': 'no-store' };
    return format === 'csv'
      ? { headers, stream: { type: 'text/csv; charset=utf-8', chunks: csv(calls), fileName } }
      : { headers, stream: { type: 'application/json; charset=utf-8', chunks: json(calls), fileName } };
  };
}

async function* csv(calls: AsyncIterable<ExportedCall>): AsyncGenerator<string, void, undefined> {
  yield CSV_START + csvLine(Object.keys(columns));
  const cells = Object.values(columns);
  for await (const call of calls) yield csvLine(cells.map((cell) => cell(call)));
}

async function* json(calls: AsyncIterable<ExportedCall>): AsyncGenerator<string, void, undefined> {
  yield '{"data":[';
  let separator = '';
  for await (const call of calls) {
    yield separator + JSON.stringify(call);
    separator = ',';
  }
  yield ']}';
}
