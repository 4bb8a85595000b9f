import type pg from 'pg';

/** SQL text, or a named statement, which the server parses and plans once for each connection. */
export type Statement = string | { name?: string; text: string; values?: readonly unknown[] };

/** What a store needs to run SQL: the database itself, or a transaction that it takes part in. */
export interface Queryable {
  /**
   * Runs one statement and returns its rows; several statements in one text, which may have no values, return the
   * last one's. `int8` comes as a number (as a bigint when it is not a safe integer), `timestamptz` as a Date, `date`
   * as a string.
   */
  query<Row extends object = Record<string, unknown>>(
    statement: Statement,
    values?: readonly unknown[],
  ): Promise<Row[]>;
}

/** Runs `statement` on one connection, or on any of a pool. */
export async function runQuery<Row extends object>(
  connection: pg.Pool | pg.ClientBase,
  statement: Statement,
  values?: readonly unknown[],
): Promise<Row[]> {
  const config =
    typeof statement === 'string' ? { text: statement, values } : { ...statement, values: values ?? statement.values };
  const result = (await connection.query(config as pg.QueryConfig)) as pg.QueryResult | pg.QueryResult[];
  const last = Array.isArray(result) ? result.at(-1) : result;
  return (last?.rows ?? []) as Row[];
}
