import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import type { HostReport, OpenCommand, OpenLoss } from './open-messages.ts';

/** As for the rest of built-in speech: calls in a row find it loaded, and a service at rest is small. */
const UNLOAD_AFTER_MS = 600_000;
/** A thread that ends by itself lacks its model, or memory: more attempts would only take time from calls. */
const MOST_FAILURES = 3;

export interface OpenVocabularyHostOptions {
  /** It was not asked anything for so long: the thread ends. 10 minutes by default. */
  unloadAfterMs?: number;
  /** The thread ended by itself. */
  onFailure?: (error: Error) => void;
}

/** The one thread of the model that a process has, some 300 MB: it starts when it is first asked, and ends when it is at rest. */
export class OpenVocabularyHost {
  readonly #options: OpenVocabularyHostOptions;
  readonly #clients = new Map<number, MessagePort>();
  #next = 0;
  #worker: Worker | null = null;
  #timer: NodeJS.Timeout | undefined;
  #failures = 0;
  #isClosed = false;

  constructor(options: OpenVocabularyHostOptions = {}) {
    this.#options = options;
  }

  /** A port for an `OpenVocabularyClient`, in whatever thread it is. */
  connect(): MessagePort {
    const client = this.#next++;
    const { port1, port2 } = new MessageChannel();
    this.#clients.set(client, port1);
    port1.on('message', (command: OpenCommand) => this.#post(client, command));
    port1.on('close', () => this.#clients.delete(client));
    port1.unref();
    return port2;
  }

  /** Idempotent. What is under way has no answer. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#end();
    for (const port of this.#clients.values()) port.close();
  }

  /** To the thread, which is started where there is none. */
  #post(client: number, command: OpenCommand): void {
    const worker = this.#worker ?? this.#start(command);
    if (!worker) {
      this.#lose(client);
      return;
    }
    this.#restartTimer();
    worker.postMessage({ ...command, client }, command.type === 'hear' ? [command.samples.buffer] : []);
  }

  #lose(client: number): void {
    this.#clients.get(client)?.postMessage({ type: 'lost' } satisfies OpenLoss);
  }

  /** Null where there will be none; nothing has to be forgotten by one that does not run. */
  #start({ type }: OpenCommand): Worker | null {
    if (this.#isClosed || type !== 'hear' || this.#failures >= MOST_FAILURES) return null;
    const worker = new Worker(new URL('./open-worker.ts', import.meta.url));
    // It waits for the process, and never the other way round.
    worker.unref();
    worker.on('message', (report: HostReport) => this.#clients.get(report.client)?.postMessage(report));
    worker.on('error', (error) => this.#options.onFailure?.(error));
    worker.on('exit', () => {
      if (this.#worker !== worker) return;
      this.#failures += 1;
      void this.#end();
    });
    this.#worker = worker;
    return worker;
  }

  #restartTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#end(), this.#options.unloadAfterMs ?? UNLOAD_AFTER_MS).unref();
  }

  async #end(): Promise<void> {
    clearTimeout(this.#timer);
    const worker = this.#worker;
    this.#worker = null;
    await worker?.terminate();
    for (const client of this.#clients.keys()) this.#lose(client);
  }
}
