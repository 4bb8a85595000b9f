import { useHotkeys } from '@mantine/hooks';
import type { CallSummary } from '@parley/contract';
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';

/**
 * j and k walk through the rows, and so do the arrows once a row has the focus; Enter opens one, as a link does. Returns
 * what the rows' element does on a key.
 */
export function useRowKeys(
  calls: readonly CallSummary[],
  scrollTo: (index: number) => void,
  body: RefObject<HTMLElement | null>,
): (event: KeyboardEvent) => void {
  const wanted = useRef<string | null>(null);
  const focusWanted = () => {
    const row = wanted.current === null ? null : linkOf(body.current, wanted.current);
    if (!row) return;
    row.focus({ preventScroll: true });
    wanted.current = null;
  };
  // The row that is wanted may be drawn only after the page was scrolled to it.
  useEffect(focusWanted);

  const step = (by: number) => {
    const current = document.activeElement?.getAttribute('data-call');
    const index = calls.findIndex(({ call_id }) => call_id === current);
    const next = index === -1 ? 0 : Math.min(calls.length - 1, Math.max(0, index + by));
    const call = calls[next];
    if (!call) return;
    wanted.current = call.call_id;
    scrollTo(next);
    focusWanted();
  };
  const unlessAbove = (by: number) => (event: globalThis.KeyboardEvent) => {
    const isAbove = event.target instanceof Element && event.target.closest('[role="dialog"], [role="listbox"]');
    if (!isAbove) step(by);
  };
  useHotkeys([
    ['j', unlessAbove(1)],
    ['k', unlessAbove(-1)],
  ]);
  return (event) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    step(event.key === 'ArrowDown' ? 1 : -1);
  };
}

function linkOf(body: HTMLElement | null, callId: string): HTMLElement | null {
  return body?.querySelector<HTMLElement>(`[data-call="${CSS.escape(callId)}"]`) ?? null;
}
