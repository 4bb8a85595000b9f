import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Pixels from the end within which the reader has not scrolled back. */
const NEAR_PX = 32;

/** Keeps an element scrolled to its end while it grows; `grown` are the values that it grows with. */
export function useStickToEnd(...grown: unknown[]): { ref: RefObject<HTMLElement | null>; onScroll: () => void } {
  const ref = useRef<HTMLElement | null>(null);
  const isAtEnd = useRef(true);
  useLayoutEffect(() => {
    const element = ref.current;
    if (element && isAtEnd.current) element.scrollTop = element.scrollHeight;
  }, grown);
  const onScroll = () => {
    const element = ref.current;
    if (element) isAtEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_PX;
  };
  return { ref, onScroll };
}
