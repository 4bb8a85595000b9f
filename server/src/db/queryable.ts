import { createHash } from 'node:crypto';
import type pg from 'pg';

interface StatementWithValues {
  name?: string;
  text: string;
  values?: readonly unknown[];
  /** Which way is quick depends on the values: it is planned for these, which costs some tenths of a millisecond. */
  isPlannedEachTime?: boolean;
}

/** SQL text with its values beside it, or in one object. */
export type Statement = string | StatementWithValues;

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
  /**
   * NOTIFY once this is committed, together with others. A hint: it may be lost, so its receivers look for themselves
   * now and then. Payloads are below 8000 bytes.
   */
  notify(channel: string, payload: string): void;
}

/** Texts that are made up as they come must not fill the server with plans that are not asked for again. */
const NAMES_AT_MOST = 500;
const names = new Map<string, string>();

/** A statement with a name is parsed and planned once for each connection; planning is dearer than most statements. */
function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= NAMES_AT_MOST) return known;
  const name = `s_${createHash('sha1').update(text).digest('hex').slice(0, 24)}`;
  names.set(text, name);
  return name;
}

/** Runs `statement` on one connection, or on any of a pool. */
export async function runQuery<Row extends object>(
  connection: pg.Pool | pg.ClientBase,
  statement: Statement,
  values?: readonly unknown[],
): Promise<Row[]> {
  const {
    text,
    name,
    values: own,
    isPlannedEachTime = false,
  }: StatementWithValues = typeof statement === 'string' ? { text: statement } : statement;
  const given = values ?? own;
  // Several statements in one text have no values, and cannot have a name.
  const config =
    given === undefined || given.length === 0
      ? { text }
      : { name: isPlannedEachTime ? undefined : (name ?? nameOf(text)), text, values: given };
  const result = (await connection.query(config as pg.QueryConfig)) as pg.QueryResult | pg.QueryResult[];
  const last = Array.isArray(result) ? result.at(-1) : result;
  return (last?.rows ?? []) as Row[];
}
