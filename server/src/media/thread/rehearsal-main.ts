import { parentPort, workerData } from 'node:worker_threads';
import type { RehearsalCommand, RehearsalMessage } from '../rehearsal-protocol.ts';
import { ThreadProviders, type ThreadProvidersOptions } from './providers.ts';
import { rehearsedReply } from './rehearsed-reply.ts';
import { rehearsedSpeech } from './rehearsed-speech.ts';

/** The thread of rehearsals: agents without a call, apart from the threads that calls depend on. */
const port = parentPort!;
const providers = await ThreadProviders.start(workerData as ThreadProvidersOptions);
const underWay = new Map<number, AbortController>();
const post = (message: RehearsalMessage) => port.postMessage(message);

port.on('message', (command: RehearsalCommand) => {
  switch (command.type) {
    case 'cancel':
      underWay.get(command.id)?.abort();
      return;
    case 'stop':
      void providers.close().finally(() => port.close());
      return;
    default:
      void run(command);
  }
});

async function run(command: Extract<RehearsalCommand, { id: number; type: 'reply' | 'say' }>): Promise<void> {
  const { id } = command;
  const canceled = new AbortController();
  underWay.set(id, canceled);
  try {
    if (command.type === 'say') {
      post({ type: 'said', id, wav: await rehearsedSpeech(providers, command, canceled.signal) });
      return;
    }
    for await (const event of rehearsedReply(providers, command, canceled.signal)) post({ type: 'event', id, event });
  } catch (error) {
    post({ type: 'failed', id, message: wordsOf(error) });
  } finally {
    underWay.delete(id);
  }
}

function wordsOf(error: unknown): string {
  const { message, advice } = error as Error & { advice?: string | null };
  return advice ? `${message} ${advice}` : message;
}
