import { AsyncLocalStorage } from 'node:async_hooks';
import { afterEach, expect, it, vi } from 'vitest';
import { TELEPHONE_MEAN } from '../recognition/cepstral-mean.ts';
import { compileFlite } from '../synthesis/flite.ts';
import type { SpeechWorkerData } from './messages.ts';
import { SpeechThreads, type SpeechThreadsOptions } from './speech-threads.ts';

/** Nothing is unloaded while a test runs. */
const NEVER_MS = 600_000;
const NOT_A_MODULE = {} as WebAssembly.Module;

const open: SpeechThreads[] = [];
afterEach(() => Promise.all(open.splice(0).map((threads) => threads.close())));

function speechThreads(options: Partial<SpeechThreadsOptions> = {}): SpeechThreads {
  const threads = new SpeechThreads({
    count: 1,
    workerData: async () => ({ flite: await compileFlite(), decoders: 0 }),
    unloadAfterMs: NEVER_MS,
    ...options,
  });
  open.push(threads);
  return threads;
}

const RMS = { voice: 'rms', rateHz: 8000 } as const;

it('starts no thread before one is needed, and one for all who need it meanwhile', async () => {
  const workerData = vi.fn(async (): Promise<SpeechWorkerData> => ({ flite: await compileFlite(), decoders: 0 }));
  const threads = speechThreads({ workerData });
  expect([threads.areLoaded, threads.idleForSpeech()]).toEqual([false, null]);
  const [first, second] = await Promise.all([threads.join(), threads.join(), threads.load()]);
  expect(first.thread).toBe(second.thread);
  expect((await first.thread.speak('Hello.', RMS)).samples.length).toBeGreaterThan(1000);
  expect(workerData).toHaveBeenCalledOnce();
});

it('unloads what nothing uses any more, and loads it again', async () => {
  const unloaded = Promise.withResolvers<void>();
  const threads = speechThreads({ unloadAfterMs: 20, onUnload: () => unloaded.resolve() });
  const { thread, leave } = await threads.join();
  const another = await threads.use();
  leave();
  // A clause takes longer than the time without use: who still uses the threads keeps them.
  expect((await thread.speak('One moment please, I am looking for it.', RMS)).samples.length).toBeGreaterThan(1000);
  expect([threads.areLoaded, thread.alive]).toEqual([true, true]);
  another();
  await unloaded.promise;
  expect([threads.areLoaded, thread.alive]).toEqual([false, false]);
  const { thread: successor } = await threads.join();
  expect((await successor.speak('Hello.', RMS)).samples.length).toBeGreaterThan(1000);
});

it('unloads what was loaded and never used', async () => {
  const unloaded = Promise.withResolvers<void>();
  const threads = speechThreads({ unloadAfterMs: 1, onUnload: () => unloaded.resolve() });
  await threads.load();
  await unloaded.promise;
  expect(threads.areLoaded).toBe(false);
});

it('fails all who waited for a load that failed, and tries again for the next one', async () => {
  const flite = await compileFlite();
  const data = [NOT_A_MODULE, flite].map((module) => ({ flite: module, decoders: 0 }));
  const threads = speechThreads({ workerData: async () => data.shift()! });
  const waiting = await Promise.allSettled([threads.join(), threads.use()]);
  expect(waiting.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  const { thread } = await threads.join();
  expect((await thread.speak('Hello.', RMS)).samples.length).toBeGreaterThan(1000);
});

it('replaces a thread that dies at the next use; what it was doing fails, and nothing else', async () => {
  const threads = speechThreads({ workerData: async () => ({ flite: await compileFlite(), decoders: 1 }) });
  const { thread: dying, leave } = await threads.join();
  const listener = vi.fn();
  const utterance = dying.begin([], TELEPHONE_MEAN, listener);
  const spoken = dying.speak('One moment please.', RMS);
  // biome-ignore lint/complexity/useLiteralKeys: a thread dies from inside, so only its private part can be killed
  await dying['worker'].terminate();
  await expect(spoken).rejects.toThrow('ended with code');
  expect(listener).toHaveBeenCalledWith(expect.objectContaining({ type: 'recognition_failed', utterance }));
  await expect(dying.speak('Hello.', RMS)).rejects.toThrow();
  leave();

  const { thread: successor } = await threads.join();
  expect((await successor.speak('Hello.', RMS)).samples.length).toBeGreaterThan(1000);
});

it('runs in the context of no call, whichever was the first', async () => {
  const call = new AsyncLocalStorage<string>();
  const seen: (string | undefined)[] = [];
  const threads = speechThreads({
    workerData: async () => {
      seen.push(call.getStore());
      return { flite: await compileFlite(), decoders: 1 };
    },
  });
  const { thread } = await call.run('the first call', () => threads.join());
  await new Promise<void>((resolve) => {
    const utterance = call.run('another call', () =>
      thread.begin([], TELEPHONE_MEAN, () => {
        seen.push(call.getStore());
        resolve();
      }),
    );
    thread.end(utterance);
  });
  expect(seen).toEqual([undefined, undefined]);
});

it('closes twice, while it loads too, and loads nothing afterwards', async () => {
  const threads = speechThreads();
  const joining = threads.join();
  const rejected = expect(joining).rejects.toThrow();
  await Promise.all([threads.close(), threads.close()]);
  await rejected;
  await expect(threads.load()).rejects.toThrow('built-in speech was closed');
});

it('only speaks when it is not to recognize', async () => {
  const { thread } = await speechThreads().join();
  const failed = await new Promise((resolve) => thread.begin([], TELEPHONE_MEAN, resolve));
  expect(failed).toMatchObject({ type: 'recognition_failed', message: 'this speech thread only speaks' });
});
