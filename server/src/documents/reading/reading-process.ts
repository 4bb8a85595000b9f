import { setPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { DocumentType } from '@parley/contract';
import { type Content, plain, UnreadableError } from './block.ts';
import { type Passage, passagesOf } from './passages.ts';
import { readHtml } from './read-html.ts';
import { readMarkdown } from './read-markdown.ts';
import { readText } from './read-text.ts';
import type { FromReader, ToReader } from './reading-messages.ts';
import { recognizeLanguage } from './recognize-language.ts';

/** Of the CPU calls take what they want. */
const NICENESS = 15;
/** So many are some 100 KiB, which the main thread takes in a moment. */
const BATCH = 100;

const parts: Uint8Array[] = [];
let resume: (() => void) | undefined;

const readers: Record<DocumentType, (bytes: Uint8Array) => Content | Promise<Content>> = {
  'text/plain': readText,
  'text/markdown': readMarkdown,
  'text/html': readHtml,
  // Two megabytes of code that most documents do not need.
  'application/pdf': async (bytes) => (await import('./read-pdf.ts')).readPdf(bytes),
};

setPriority(0, NICENESS);
new Worker(new URL('./memory-watch.ts', import.meta.url)).unref();
process.once('disconnect', () => process.exit());

const send = (message: FromReader) => process.send!(message);

process.on('message', (message: ToReader) => {
  if (message.type === 'part') parts.push(message.bytes);
  else if (message.type === 'next') resume?.();
  else void read(message.as);
});

async function read(type: DocumentType): Promise<void> {
  try {
    // A buffer of its own: readers may hand it on.
    const content = await readers[type](new Uint8Array(Buffer.concat(parts)));
    send({ type: 'language', language: content.language ?? recognizeLanguage(sampleOf(content)) });
    let batch: Passage[] = [];
    let count = 0;
    for (const passage of passagesOf(content.blocks)) {
      count += 1;
      if (batch.push(passage) < BATCH) continue;
      await delivered(batch);
      batch = [];
    }
    if (batch.length > 0) await delivered(batch);
    if (count === 0) throw new UnreadableError('The document holds no text.');
    send({ type: 'end' });
  } catch (error) {
    send({ type: 'unreadable', message: reasonOf(error) });
  }
}

/** A library that stumbles over a file stumbles over it again. */
function reasonOf(error: unknown): string {
  if (error instanceof UnreadableError) return error.message;
  return `It cannot be read: ${plain(String((error as Error)?.message ?? error)).slice(0, 200)}`.toWellFormed();
}

async function delivered(passages: Passage[]): Promise<void> {
  const taken = new Promise<void>((resolve) => {
    resume = resolve;
  });
  send({ type: 'passages', passages });
  await taken;
}

function sampleOf({ blocks }: Content): string {
  let sample = '';
  for (const { text } of blocks) {
    sample += `${text}\n`;
    if (sample.length > 20_000) break;
  }
  return sample;
}
