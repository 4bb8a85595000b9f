import { parentPort, workerData } from 'node:worker_threads';
import { loadVendor } from '@parley/providers';
import type { RehearsalCommand, RehearsalMessage } from '../rehearsal-protocol.ts';
import { HostPort } from './host-port.ts';
import { ThreadProviders, type ThreadProvidersOptions } from './providers.ts';
import { rehearsedReply } from './rehearsed-reply.ts';
import { rehearsedSpeech } from './rehearsed-speech.ts';
import { tryVendor } from './vendor-trial.ts';

/** The thread of rehearsals: agents without a call, apart from the threads that calls depend on. */
const port = parentPort!;
const providers = await ThreadProviders.start(workerData as ThreadProvidersOptions);
const underWay = new Map<number, AbortController>();
const hosts = new Map<number, HostPort>();
const post = (message: RehearsalMessage) => port.postMessage(message);

port.on('message', (command: RehearsalCommand) => {
  switch (command.type) {
    case 'cancel':
      underWay.get(command.id)?.abort();
      return;
    case 'host_response':
      hosts.get(command.id)?.take(command.response);
      return;
    case 'stop':
      void providers.close().finally(() => port.close());
      return;
    default:
      void run(command);
  }
});

/** What is asked beside calls takes no longer: a page waits for it. */
const LIST_LIMIT_MS = 5000;

type Request = Extract<RehearsalCommand, { id: number }>;

async function run(command: Request): Promise<void> {
  const { id } = command;
  const canceled = new AbortController();
  underWay.set(id, canceled);
  try {
    await obey(command, canceled.signal);
  } catch (error) {
    post({ type: 'failed', id, message: wordsOf(error) });
  } finally {
    underWay.delete(id);
    hosts.delete(id);
  }
}

async function obey(command: Request, canceled: AbortSignal): Promise<void> {
  const { id } = command;
  switch (command.type) {
    case 'reply': {
      const host = new HostPort((request) => post({ type: 'host_request', id, request }));
      hosts.set(id, host);
      for await (const event of rehearsedReply(providers, host, command, canceled)) post({ type: 'event', id, event });
      return;
    }
    case 'say':
      post({ type: 'said', id, wav: await rehearsedSpeech(providers, command, canceled) });
      return;
    case 'voices': {
      const { connection } = command;
      const vendor = await loadVendor(connection.vendor);
      const voices = await vendor?.listVoices?.(connection, AbortSignal.timeout(LIST_LIMIT_MS));
      post({ type: 'voices', id, voices: voices ?? [] });
      return;
    }
    case 'models': {
      const { connection } = command;
      const vendor = await loadVendor(connection.vendor);
      const models = await vendor?.listModels?.(connection, AbortSignal.timeout(LIST_LIMIT_MS));
      post({ type: 'models', id, models: models ?? [] });
      return;
    }
    case 'test':
      post({
        type: 'tested',
        id,
        result: await tryVendor(command.connection, command.test, (...sample) => providers.saySample(...sample)),
      });
      return;
    case 'cancel':
    case 'host_response':
      return;
  }
}

function wordsOf(error: unknown): string {
  const { message, advice } = error as Error & { advice?: string | null };
  return advice ? `${message} ${advice}` : message;
}
