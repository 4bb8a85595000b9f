import type { ListCalls } from '@parley/contract';
import { callPageStatements } from '../server/src/calls/read-calls.ts';
import type { Queryable } from '../server/src/db/index.ts';

interface PlanNode {
  'Node Type': string;
  'Index Name'?: string;
  Plans?: PlanNode[];
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/**
 * How PostgreSQL would find a page of calls and count them: the indexes that it takes, and the steps that would cost
 * more with every call that is stored, of which there must be none.
 */
export async function pagePlan(
  db: Queryable,
  accountId: string,
  query: ListCalls,
): Promise<{ indexes: string[]; growing: string[] }> {
  const { counted, page } = callPageStatements(accountId, { limit: 20, offset: 0, ...query });
  return planOf(db, [counted, page]);
}

/** The same of any statements. */
export async function planOf(
  db: Queryable,
  statements: { text: string; values: unknown[] }[],
): Promise<{ indexes: string[]; growing: string[] }> {
  const nodes: PlanNode[] = [];
  for (const { text, values } of statements) {
    const [row] = await db.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(`explain (format json) ${text}`, values);
    nodes.push(...nodesOf(row!['QUERY PLAN'][0].Plan));
  }
  return {
    indexes: [...new Set(nodes.flatMap((node) => node['Index Name'] ?? []))],
    growing: nodes.map((node) => node['Node Type']).filter((type) => /^Seq Scan|Sort$/.test(type)),
  };
}
