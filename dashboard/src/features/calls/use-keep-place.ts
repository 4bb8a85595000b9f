import type { CallSummary } from '@parley/contract';
import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * New calls come in at the top. A reader who has scrolled down keeps the same calls in view: the page scrolls by the
 * height of the new ones.
 */
export function useKeepPlace(
  calls: readonly CallSummary[],
  rowHeight: number,
  body: RefObject<HTMLElement | null>,
): void {
  const before = useRef(calls);
  useLayoutEffect(() => {
    const known = before.current;
    before.current = calls;
    const top = body.current?.getBoundingClientRect().top ?? 0;
    if (known === calls || top >= 0) return;
    const seenIndex = Math.floor(-top / rowHeight);
    const seen = known[seenIndex];
    const index = seen ? calls.findIndex(({ call_id }) => call_id === seen.call_id) : -1;
    if (index !== -1 && index !== seenIndex)
      window.scrollBy({ top: (index - seenIndex) * rowHeight, behavior: 'instant' });
  }, [calls, rowHeight, body]);
}
