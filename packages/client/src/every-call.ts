import type { CallPage, CallSummary, ListCallsQuery } from './resources.ts';

/**
 * Every call that the query lets through, newest first. Pages are found by time instead of by a growing offset: new
 * calls in front push nothing onto the next page, and the thousandth page is as cheap as the second.
 */
export async function* everyCall(
  fetchPage: (query: ListCallsQuery) => Promise<CallPage>,
  query: ListCallsQuery,
): AsyncGenerator<CallSummary, void, undefined> {
  let next = query;
  let newest: number | undefined;
  /** The calls given so far of the last second that a page reached into. */
  let second = { at: -1, ids: new Set<string>() };
  for (;;) {
    const page = await fetchPage(next);
    for (const call of page.data) {
      newest ??= call.created_at;
      if (call.created_at !== second.at) second = { at: call.created_at, ids: new Set() };
      if (second.ids.has(call.call_id)) continue;
      second.ids.add(call.call_id);
      yield call;
    }
    if (!page.has_more || page.data.length === 0) return;
    next =
      second.at === newest
        ? // Only one second so far: an offset of the query's own may have skipped calls of it, so it is kept.
          { ...next, offset: (next.offset ?? 0) + page.data.length }
        : { ...next, to: second.at + 1, offset: second.ids.size };
  }
}
