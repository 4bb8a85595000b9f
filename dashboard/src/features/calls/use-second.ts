import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let nowS = Math.floor(Date.now() / 1000);
let timer: ReturnType<typeof setTimeout> | undefined;

function tick(): void {
  nowS = Math.floor(Date.now() / 1000);
  for (const listener of listeners) listener();
  timer = setTimeout(tick, 1000 - (Date.now() % 1000));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === undefined) tick();
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearTimeout(timer);
    timer = undefined;
  };
}

/** Unix seconds, as they pass: one clock for everything that counts. */
export function useSecond(): number {
  return useSyncExternalStore(subscribe, () => nowS);
}
