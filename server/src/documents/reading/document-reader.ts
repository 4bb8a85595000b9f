import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { DocumentType } from '@parley/contract';
import { UnreadableError } from './block.ts';
import type { Passage } from './passages.ts';
import type { FromReader, ToReader } from './reading-messages.ts';

/** A hostile PDF wants all there is: it gets so much. */
const READ_WITHIN_MS = 60_000;
const MOST_HEAP_MB = 384;

export interface ReadOptions {
  type: DocumentType;
  parts: AsyncIterable<Uint8Array>;
  /** Before the first passage. */
  onLanguage(language: string | null): Promise<void>;
  onPassages(passages: Passage[]): Promise<void>;
  withinMs?: number;
}

/**
 * Reads a document in a process of its own, which is given up when it takes too long or too much. Not in a thread: V8 ends
 * the whole process when the heap of one is full at the wrong moment.
 * @throws UnreadableError when there is nothing to be read, whatever one does.
 */
export async function readDocument({ withinMs = READ_WITHIN_MS, ...options }: ReadOptions): Promise<void> {
  const child = fork(fileURLToPath(new URL('./reading-process.ts', import.meta.url)), [], {
    execArgv: [`--max-old-space-size=${MOST_HEAP_MB}`],
    // What a library prints about a broken file must not reach the logs, nor the service's secrets the library.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: {},
    serialization: 'advanced',
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(
        () => reject(new UnreadableError(`Reading it takes longer than ${withinMs / 1000} s.`)),
        withinMs,
      );
    });
    await Promise.race([read(child, options), late]);
  } finally {
    clearTimeout(timer);
    child.kill('SIGKILL');
  }
}

async function read(child: ChildProcess, options: Omit<ReadOptions, 'withinMs'>): Promise<void> {
  const send = (message: ToReader) =>
    // The exit event reports a process that is gone.
    new Promise<void>((resolve) => {
      child.send(message, () => resolve());
    });
  const done = new Promise<void>((resolve, reject) => {
    // One after the other: a batch is taken before the next is asked for.
    let taken = Promise.resolve();
    child.on('message', (message: FromReader) => {
      taken = taken.then(() => take(message)).catch(reject);
    });
    child.once('error', reject);
    child.once('exit', (_, signal) => reject(failureOf(signal)));
    async function take(message: FromReader): Promise<void> {
      switch (message.type) {
        case 'language':
          return options.onLanguage(message.language);
        case 'passages':
          await options.onPassages(message.passages);
          return send({ type: 'next' });
        case 'end':
          return resolve();
        default:
          throw new UnreadableError(message.message);
      }
    }
  });
  done.catch(() => {});
  for await (const bytes of options.parts) await send({ type: 'part', bytes });
  await send({ type: 'read', as: options.type });
  await done;
}

/** V8 aborts where the heap is full; memory-watch.ts kills where all memory is. */
function failureOf(signal: NodeJS.Signals | null): Error {
  if (signal === 'SIGABRT' || signal === 'SIGKILL' || signal === 'SIGTRAP') {
    return new UnreadableError('Reading it takes more memory than there is for it.');
  }
  return new Error(`the process that reads a document ended (${signal ?? 'by itself'})`);
}
