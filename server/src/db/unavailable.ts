import { isPassing } from './connect-error.ts';

/**
 * PostgreSQL's own words for "not now": connection exceptions (class 08), a lack of resources (53: connections, memory,
 * disk), an operator's intervention (57: shutdown, crash, cancel), an idle transaction that it ended, and collisions
 * that did not resolve (40001, 40P01).
 */
const UNAVAILABLE = /^(08...|53...|57...|25P03|40001|40P01)$/;
const BROKEN_CONNECTION = /connection (terminated|error)|timeout exceeded when trying to connect|not queryable/i;

/** The server is away, starting, full or frozen: the same work may succeed later. Anything else is a fault of ours. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: string };
  if (code !== undefined && UNAVAILABLE.test(code)) return true;
  return isPassing(error) || (code === undefined && BROKEN_CONNECTION.test(error.message));
}
