import { useEffect, useState, useSyncExternalStore } from 'react';
import { type LiveBeginning, LiveConnection } from './live-connection.ts';
import { initialLiveState, type LiveState } from './live-state.ts';

const nothing = { subscribe: () => () => {}, getState: () => initialLiveState };

export interface Live {
  /** Null until `start`. */
  connection: LiveConnection | null;
  state: LiveState;
  /** Begins to listen or to talk, in place of what was before. Call it in the handler of a click. */
  start: (begin: LiveBeginning) => void;
  /** Leaves; the state stays to be read. */
  stop: () => void;
}

/** One live call of this component; it is left with the component. */
export function useLive(): Live {
  const [connection, setConnection] = useState<LiveConnection | null>(null);
  const { subscribe, getState } = connection ?? nothing;
  const state = useSyncExternalStore(subscribe, getState);
  useEffect(() => () => connection?.close(), [connection]);
  return {
    connection,
    state,
    start: (begin) => {
      const next = new LiveConnection(begin);
      setConnection(next);
      void next.open();
    },
    stop: () => connection?.close(),
  };
}
