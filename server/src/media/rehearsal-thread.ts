import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { ProviderTest, TestProvider } from '@parley/contract';
import { EventQueue } from '../kernel/event-queue.ts';
import type { Logger } from '../kernel/logger.ts';
import type { ProviderConnection } from '../kernel/provider-connection.ts';
import type { OfferedModel, OfferedVoice } from '../kernel/provider-offer.ts';
import { HostRequests } from './host-requests.ts';
import type {
  Rehearsal,
  RehearsalEvent,
  RehearsalHost,
  RehearsedAgent,
  RehearsedMessage,
  RehearsedSpeech,
} from './rehearsal.ts';
import type { RehearsalCommand, RehearsalMessage } from './rehearsal-protocol.ts';
import type { TryVendor } from './vendor-desk.ts';

/** Long enough for a user who tries an agent and edits it, short enough that an idle service uses little memory. */
const UNLOAD_AFTER_MS = 120_000;
const STOP_MS = 5000;

export interface RehearsalThreadOptions {
  log: Logger;
  /** Base addresses of accounts are guarded, save these, which are the operator's; left out: none is. */
  trustedBaseUrls?: readonly string[] | undefined;
}

interface Request {
  onMessage(message: RehearsalMessage): void;
}

/** Rehearsals have a thread of their own, which starts with the first and ends when none is left. */
export class RehearsalThread implements Rehearsal, TryVendor {
  readonly #options: RehearsalThreadOptions;
  readonly #requests = new Map<number, Request>();
  #worker: Worker | null = null;
  #idle: NodeJS.Timeout | null = null;
  #lastId = 0;
  #isClosed = false;

  constructor(options: RehearsalThreadOptions) {
    this.#options = options;
  }

  async *reply(
    { agent, connections }: RehearsedAgent,
    messages: RehearsedMessage[],
    host: RehearsalHost,
  ): AsyncGenerator<RehearsalEvent> {
    const events = new EventQueue<RehearsalEvent | Error>();
    const requests = new HostRequests(host, (response) => this.#send({ type: 'host_response', id, response }));
    const id = this.#request((message) => {
      if (message.type === 'event') events.push(message.event);
      if (message.type === 'host_request') requests.take(message.request);
      if (message.type === 'failed') events.push(new Error(message.message));
    });
    let isOver = false;
    try {
      this.#send({ type: 'reply', id, agent, connections, messages });
      for await (const event of events) {
        isOver = event instanceof Error || event.type === 'end';
        if (event instanceof Error) throw event;
        yield event;
        if (isOver) return;
      }
    } finally {
      requests.close();
      if (!isOver) this.#send({ type: 'cancel', id });
      this.#forget(id);
    }
  }

  async say(speech: RehearsedSpeech): Promise<Uint8Array | null> {
    return (await this.#ask('said', (id) => ({ type: 'say', id, ...speech }))).wav;
  }

  async voicesOf(connection: ProviderConnection): Promise<OfferedVoice[]> {
    return (await this.#ask('voices', (id) => ({ type: 'voices', id, connection }))).voices;
  }

  async modelsOf(connection: ProviderConnection): Promise<OfferedModel[]> {
    return (await this.#ask('models', (id) => ({ type: 'models', id, connection }))).models;
  }

  async testOf(connection: ProviderConnection, test: TestProvider): Promise<ProviderTest> {
    return (await this.#ask('tested', (id) => ({ type: 'test', id, connection, test }))).result;
  }

  /** Idempotent. What is under way fails. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#failAll('The service is stopping.');
    await this.#unload();
  }

  /** Sends what `command` makes of an id, and waits for the message of type `answer`. */
  async #ask<Type extends RehearsalMessage['type']>(
    answer: Type,
    command: (id: number) => RehearsalCommand,
  ): Promise<Extract<RehearsalMessage, { type: Type }>> {
    const answered = Promise.withResolvers<Extract<RehearsalMessage, { type: Type }>>();
    const id = this.#request((message) => {
      if (message.type === answer) answered.resolve(message as Extract<RehearsalMessage, { type: Type }>);
      else if (message.type === 'failed') answered.reject(new Error(message.message));
    });
    try {
      this.#send(command(id));
      return await answered.promise;
    } finally {
      this.#forget(id);
    }
  }

  #request(onMessage: Request['onMessage']): number {
    if (this.#isClosed) throw new Error('The service is stopping.');
    if (this.#idle) clearTimeout(this.#idle);
    this.#lastId += 1;
    this.#requests.set(this.#lastId, { onMessage });
    return this.#lastId;
  }

  #forget(id: number): void {
    this.#requests.delete(id);
    if (this.#requests.size > 0 || this.#isClosed) return;
    if (this.#idle) clearTimeout(this.#idle);
    this.#idle = setTimeout(() => void this.#unload(), UNLOAD_AFTER_MS);
    this.#idle.unref();
  }

  #send(command: RehearsalCommand): void {
    // What a thread that has ended was waiting for starts no other.
    if (command.type !== 'cancel' && command.type !== 'host_response') this.#worker ??= this.#start();
    this.#worker?.postMessage(command);
  }

  #start(): Worker {
    const { log, trustedBaseUrls } = this.#options;
    const entry = new URL('./thread/rehearsal-main.ts', import.meta.url);
    const worker = new Worker(entry, {
      workerData: { hasLanguageModels: false, speechUnloadAfterMs: UNLOAD_AFTER_MS, trustedBaseUrls },
    });
    worker.on('message', (message: RehearsalMessage) => this.#requests.get(message.id)?.onMessage(message));
    worker.on('error', (error) => log.error({ err: error }, 'the thread of rehearsals failed'));
    worker.on('exit', () => {
      if (this.#worker !== worker) return;
      this.#worker = null;
      this.#failAll('The thread that tries agents failed. Try again.');
    });
    return worker;
  }

  #failAll(message: string): void {
    for (const [id, request] of this.#requests) request.onMessage({ type: 'failed', id, message });
  }

  async #unload(): Promise<void> {
    if (this.#idle) clearTimeout(this.#idle);
    const worker = this.#worker;
    this.#worker = null;
    if (!worker) return;
    const exited = once(worker, 'exit');
    worker.postMessage({ type: 'stop' } satisfies RehearsalCommand);
    const timer = setTimeout(() => void worker.terminate(), STOP_MS);
    await exited;
    clearTimeout(timer);
  }
}
