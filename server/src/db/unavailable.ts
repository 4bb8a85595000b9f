import { isPassing } from './connect-error.ts';

/**
 * PostgreSQL's own words for "not now": connection exceptions (class 08), a lack of resources (53: connections, memory,
 * disk), an operator's intervention (57: shutdown, crash, cancel), an idle transaction that it ended, collisions that did
 * not resolve (40001, 40P01), and a standby that is read-only until its promotion is complete (25006).
 */
const UNAVAILABLE = /^(08...|53...|57...|25P03|25006|40001|40P01)$/;
/**
 * At start these are faults of the configuration or the host. Later the name was known and there were files to open: a
 * name may be gone while its server restarts, and file descriptors are freed.
 */
const PASSING_ONCE_STARTED: ReadonlySet<string> = new Set(['ENOTFOUND', 'EMFILE', 'ENFILE']);
const BROKEN_CONNECTION = /connection (terminated|error)|timeout exceeded when trying to connect|not queryable/i;
const QUERY_TIMEOUT = /^Query read timeout$/;

/** The server is away, starting, full or frozen: the same work may succeed later. Anything else is a fault of ours. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: string };
  if (code !== undefined && (UNAVAILABLE.test(code) || PASSING_ONCE_STARTED.has(code))) return true;
  return isPassing(error) || (code === undefined && BROKEN_CONNECTION.test(error.message)) || isQueryTimeout(error);
}

/** pg gave the query up; its connection is still at it, and is of no use to another. */
export function isQueryTimeout(error: unknown): boolean {
  return error instanceof Error && QUERY_TIMEOUT.test(error.message);
}
