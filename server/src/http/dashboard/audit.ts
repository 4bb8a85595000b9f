import type { AuditRecord, dashboardRoutes } from '@parley/contract';
import { auditPieces, listAudit } from '../../audit/read-audit.ts';
import { CSV_START, csvLine } from '../../kernel/csv.ts';
import type { EndpointHandler } from '../endpoint.ts';
import type { DashboardDependencies } from './dashboard-dependencies.ts';

type Routes = typeof dashboardRoutes;

export function listAuditEndpoint({ db }: DashboardDependencies): EndpointHandler<Routes['listAudit']> {
  return async ({ principal, query }) => ({ body: await listAudit(db, principal.accountId, query) });
}

export function exportAuditEndpoint({ db }: DashboardDependencies): EndpointHandler<Routes['exportAudit']> {
  return async ({ principal, query: { format, ...filters } }) => {
    const pieces = auditPieces(db, principal.accountId, filters);
    const stream =
      format === 'csv'
        ? { type: 'text/csv; charset=utf-8', chunks: asCsv(pieces), fileName: 'audit-log.csv' }
        : { type: 'application/json; charset=utf-8', chunks: asJson(pieces), fileName: 'audit-log.json' };
    return { stream };
  };
}

async function* asCsv(pieces: AsyncIterable<AuditRecord[]>): AsyncGenerator<string> {
  const head = ['time', 'actor_type', 'actor_id', 'actor_name', 'action', 'target', 'before', 'after'];
  yield `${CSV_START}${csvLine(head)}`;
  for await (const records of pieces) yield records.map(lineOf).join('');
}

function lineOf({ at, actor, action, target, before, after }: AuditRecord): string {
  const time = new Date(at * 1000).toISOString();
  return csvLine([time, actor.type, actor.id, actor.name, action, target, jsonCell(before), jsonCell(after)]);
}

const jsonCell = (value: unknown) => (value === null ? null : JSON.stringify(value));

async function* asJson(pieces: AsyncIterable<AuditRecord[]>): AsyncGenerator<string> {
  yield '{"data":[';
  let isFirst = true;
  for await (const records of pieces) {
    yield `${isFirst ? '' : ','}${records.map((record) => JSON.stringify(record)).join(',')}`;
    isFirst = false;
  }
  yield ']}\n';
}
