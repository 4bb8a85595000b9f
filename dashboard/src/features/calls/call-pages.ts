import type { CallPage, CallSummary } from '@parley/contract';
import { hasMovedFurther } from './live-call.ts';

/** Every call once: one that came while pages were read may be on two of them. */
export function distinctCalls(pages: readonly CallPage[]): CallSummary[] {
  const calls = new Map<string, CallSummary>();
  for (const { data } of pages) for (const call of data) if (!calls.has(call.call_id)) calls.set(call.call_id, call);
  return [...calls.values()];
}

/** The same pages where nothing changed, so that nothing is drawn again. `change` returns null for a call to leave out. */
export function changePages(
  pages: readonly CallPage[],
  change: (call: CallSummary) => CallSummary | null,
): readonly CallPage[] {
  let isChanged = false;
  const changed = pages.map((page) => {
    const data = page.data.map(change);
    if (data.every((call, index) => call === page.data[index])) return page;
    isChanged = true;
    return { ...page, data: data.filter((call) => call !== null) };
  });
  return isChanged ? changed : pages;
}

/**
 * The pages with their beginning read anew. `head` is the truth for as many calls as it has, except for events that
 * came while it was read; what is older stays as it was. When nothing of it was known before, what lies between is not
 * known either, and `head` is all there is.
 */
export function withNewHead(pages: readonly CallPage[], head: CallPage): CallPage[] {
  const known = new Map(pages.flatMap(({ data }) => data.map((call) => [call.call_id, call])));
  const latest = head.data.map((call) => {
    const shown = known.get(call.call_id);
    return shown && hasMovedFurther(shown, call) ? shown : call;
  });
  const oldest = latest.at(-1);
  const isJoined = head.data.some((call) => known.has(call.call_id));
  if (!isJoined || !oldest || !head.has_more) return [{ ...head, data: latest }];
  const older = pages.map((page) => ({ ...page, data: page.data.filter((call) => isOlder(call, oldest)) }));
  const [first, ...rest] = older as [CallPage, ...CallPage[]];
  const newest = { ...head, data: [...latest, ...first.data], has_more: rest.length > 0 || first.has_more };
  return [newest, ...rest.filter(({ data }) => data.length > 0)];
}

/** The order of lists: by the time of creation, then by the identifier, newest first. */
function isOlder(call: CallSummary, other: CallSummary): boolean {
  return call.created_at === other.created_at ? call.call_id < other.call_id : call.created_at < other.created_at;
}
