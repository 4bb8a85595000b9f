// The negative control, loaded with node --import: a database that says "committed" when it is not. Whatever moves a
// call to `dialing` is really committed 2 s later, when the INVITE has left; a kill in between forgets that it left.
import { createRequire } from 'node:module';
import { setTimeout as delay } from 'node:timers/promises';
import type pgTypes from 'pg';

// The server's own copy, which is what has to lie.
const pg = createRequire(new URL('../../server/package.json', import.meta.url))('pg') as typeof pgTypes;

const LATE_MS = 2000;
const MOVES_TO_DIALING = /state = 'dialing'/;

type Query = (...values: unknown[]) => any;

/** What each connection holds back. */
const held = new WeakMap<object, Promise<unknown>>();
const inTransaction = new WeakSet<object>();
const dialing = new WeakSet<object>();

const query = pg.Client.prototype.query as unknown as Query;

const textOf = (statement: unknown): string =>
  typeof statement === 'string' ? statement : ((statement as { text?: string } | null)?.text ?? '');

function lateQuery(this: pgTypes.Client, ...values: unknown[]): any {
  const before = held.get(this);
  // What comes next on this connection must not get into the transaction that is still open.
  if (before) return before.then(() => lateQuery.apply(this, values));
  const text = textOf(values[0]);
  if (/^begin/i.test(text)) inTransaction.add(this);
  if (MOVES_TO_DIALING.test(text) && inTransaction.has(this)) dialing.add(this);
  if (/^(commit|rollback)/i.test(text)) inTransaction.delete(this);
  if (/^rollback/i.test(text)) dialing.delete(this);
  if (MOVES_TO_DIALING.test(text) && !inTransaction.has(this)) return alone.call(this, values);
  if (!/^commit/i.test(text) || !dialing.delete(this)) return query.apply(this, values);
  holdBack(this);
  return Promise.resolve({ command: 'COMMIT', rows: [], rowCount: null });
}

/** A statement that is its own transaction becomes one whose commit can be held back. */
function alone(this: pgTypes.Client, values: unknown[]): unknown {
  const callback = values.findLast((value) => typeof value === 'function') as Query | undefined;
  const statement = values.filter((value) => value !== callback);
  const done = runAlone(this, statement);
  if (!callback) return done;
  // The pool hands a callback in, and looks at nothing else.
  done.then(
    (rows) => callback(null, rows),
    (error: unknown) => callback(error),
  );
  return undefined;
}

async function runAlone(client: pgTypes.Client, statement: unknown[]): Promise<unknown> {
  await query.call(client, 'begin');
  try {
    const rows = await query.apply(client, statement);
    holdBack(client);
    return rows;
  } catch (error) {
    await query.call(client, 'rollback');
    throw error;
  }
}

function holdBack(client: pgTypes.Client): void {
  const committed = delay(LATE_MS)
    .then(() => query.call(client, 'commit'))
    .catch(() => {})
    .finally(() => held.delete(client));
  held.set(client, committed);
}

pg.Client.prototype.query = lateQuery as typeof query;
