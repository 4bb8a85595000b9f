import { useState } from 'react';

/** True from the first time on: for what is loaded when it is needed, and leaves with a transition. */
export function useOnceTrue(isTrue: boolean): boolean {
  const [wasTrue, setTrue] = useState(isTrue);
  if (isTrue && !wasTrue) setTrue(true);
  return wasTrue || isTrue;
}
