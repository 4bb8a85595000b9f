import { parentPort, workerData } from 'node:worker_threads';
import { loadOpus } from '@parley/audio';
import type { MediaMessage, MediaThreadData } from '../protocol.ts';
import { runMediaThread } from './media-calls.ts';
import { ThreadProviders } from './providers.ts';

/** The second composition root: this thread alone knows vendors. */
const data = workerData as MediaThreadData;
// Loading takes longer than a tick, which calls of this thread would hear.
await loadOpus();
await runMediaThread(data, () =>
  ThreadProviders.start({
    ...data,
    onOutage: (outage) => parentPort!.postMessage({ type: 'outage', ...outage } satisfies MediaMessage),
  }),
);
