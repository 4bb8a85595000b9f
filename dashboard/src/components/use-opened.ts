import { useEffect, useState } from 'react';

/** False in the first render: an overlay that is closed at first knows where the focus was when it opens. */
export function useOpened(isOpen: boolean): boolean {
  const [isMounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  return isOpen && isMounted;
}
