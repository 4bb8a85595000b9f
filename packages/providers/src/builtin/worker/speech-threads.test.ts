import { expect, it, vi } from 'vitest';
import { compileFlite } from '../synthesis/flite.ts';
import { SpeechThreads } from './speech-threads.ts';

it('replaces a thread that dies; what it was doing fails, and nothing else', async () => {
  const threads = await SpeechThreads.start(1, { flite: await compileFlite(), decoders: 1 });
  const dying = threads.join();
  const listener = vi.fn();
  const utterance = dying.begin([], listener);
  const spoken = dying.speak('One moment please.', 'rms');
  // biome-ignore lint/complexity/useLiteralKeys: a thread dies from inside, so only its private part can be killed
  await dying['worker'].terminate();
  await expect(spoken).rejects.toThrow('ended with code');
  expect(listener).toHaveBeenCalledWith(expect.objectContaining({ type: 'recognition_failed', utterance }));
  await expect(dying.speak('Hello.', 'rms')).rejects.toThrow();

  const successor = await vi.waitUntil(() => (threads.join().alive ? threads.join() : null), { timeout: 10_000 });
  expect((await successor.speak('Hello.', 'rms')).length).toBeGreaterThan(1000);
  await threads.close();
  await threads.close();
  expect(threads.join().alive).toBe(false);
});

it('does not start when a thread cannot', async () => {
  const flite = {} as WebAssembly.Module;
  await expect(SpeechThreads.start(1, { flite, decoders: 1 })).rejects.toThrow();
});

it('only speaks when it is not to recognize', async () => {
  const threads = await SpeechThreads.start(1, { flite: await compileFlite(), decoders: 0 });
  const thread = threads.join();
  expect((await thread.speak('Hello.', 'rms')).length).toBeGreaterThan(1000);
  const failed = await new Promise((resolve) => thread.begin([], resolve));
  expect(failed).toMatchObject({ type: 'recognition_failed', message: 'this speech thread only speaks' });
  await threads.close();
});
