import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useState, useSyncExternalStore } from 'react';
import { applyEvents, readFailed, refreshAll } from './apply-events.ts';
import { EventStream, type StreamState } from './event-stream.ts';

const Stream = createContext<EventStream | null>(null);

/** Keeps the pages below it up to date while a user is signed in. */
export function LiveEvents({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const [stream] = useState(
    () =>
      new EventStream({
        onEvents: (events) => applyEvents(client, events),
        onGap: () => refreshAll(client),
        onBack: () => readFailed(client),
        onRefused: () => void client.invalidateQueries({ queryKey: ['session'] }),
      }),
  );
  useEffect(() => stream.start(), [stream]);
  return <Stream value={stream}>{children}</Stream>;
}

export function useStreamState(): StreamState {
  const stream = useContext(Stream);
  return useSyncExternalStore(
    (listener) => stream?.onState(listener) ?? (() => {}),
    () => stream?.state ?? 'connecting',
  );
}
