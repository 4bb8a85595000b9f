import { Socket } from 'node:net';
import { setPriority } from 'node:os';
import { EngineServer } from './engine-server.ts';
import { loadLibrary } from './library.ts';
import type { EngineMessage, EngineSettings, Handover } from './protocol.ts';

/** One step behind media threads, as built-in speech is, with its reasons; threads that are made from here on inherit it. */
const ENGINE_NICENESS = 1;

/**
 * The process in which open models run: the library ends its process when it does not like a model, and a decoder has
 * it for tens of milliseconds.
 */
function yieldToMedia(): void {
  try {
    setPriority(ENGINE_NICENESS);
  } catch {
    // A container may forbid it: the engine then competes as an equal.
  }
}

yieldToMedia();

// The parent process is gone.
process.on('disconnect', () => process.exit(0));
// They reach the whole process group; the parent process ends this one when its calls are over.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);

const tell = (message: EngineMessage): Promise<void> =>
  new Promise((resolve) => {
    process.send!(message, undefined, undefined, () => resolve());
  });

const settings = JSON.parse(process.argv[2]!) as EngineSettings;
try {
  const server = new EngineServer({ ...settings, library: loadLibrary(), tell });
  process.on('message', ({ connection }: Handover, socket) => {
    if (!(socket instanceof Socket)) return;
    server.take(socket);
    void tell({ type: 'taken', connection });
  });
  await tell({ type: 'ready' });
} catch (cause) {
  await tell({ type: 'unavailable', message: (cause as Error).message });
  process.exit(1);
}
