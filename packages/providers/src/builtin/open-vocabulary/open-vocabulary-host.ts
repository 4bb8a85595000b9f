import { type ChildProcess, fork } from 'node:child_process';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import {
  type HostCommand,
  type HostReport,
  type OpenCommand,
  type OpenLoss,
  type Preparation,
  WITHOUT_NATIVE,
} from './open-messages.ts';

/** As for the rest of built-in speech: calls in a row find it loaded, and a service at rest is small. */
const UNLOAD_AFTER_MS = 600_000;
/** A process that ends by itself lacks memory, or an instruction: more attempts would only take time from calls. */
const MOST_FAILURES = 3;

export interface OpenVocabularyHostOptions {
  /** It was not asked anything for so long: the process ends. 10 minutes by default. */
  unloadAfterMs?: number;
  /** The process ended by itself. */
  onFailure?: (error: Error) => void;
}

/**
 * The one process of the model that a service has, some 350 MB: it starts when it is first asked, or is about to be, and ends when
 * it is at rest. A process, for its library is native.
 */
export class OpenVocabularyHost {
  readonly #options: OpenVocabularyHostOptions;
  readonly #clients = new Map<number, MessagePort>();
  #next = 0;
  #child: ChildProcess | null = null;
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
    port1.on('message', (command: OpenCommand | Preparation) => this.#take(client, command));
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

  /** To the process, which is started where there is none. */
  #take(client: number, command: OpenCommand | Preparation): void {
    // Nothing has to be forgotten, or weighed, by one that does not run.
    const startsOne = command.type === 'hear' || command.type === 'prepare';
    const child = this.#child ?? (startsOne ? this.#start() : null);
    if (!child) {
      this.#lose(client);
      return;
    }
    this.#restartTimer();
    if (command.type !== 'prepare') child.send({ ...command, client } satisfies HostCommand, () => undefined);
  }

  #lose(client: number): void {
    this.#clients.get(client)?.postMessage({ type: 'lost' } satisfies OpenLoss);
  }

  /** Null where there will be none. */
  #start(): ChildProcess | null {
    if (this.#isClosed || this.#failures >= MOST_FAILURES) return null;
    const child = fork(new URL('./open-process.ts', import.meta.url), this.#failures > 0 ? [WITHOUT_NATIVE] : [], {
      execArgv: [],
      // The library's warnings must not reach the logs, nor the service's secrets the library.
      env: { ...(process.env.NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }) },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
    });
    // It waits for the service, and never the other way round.
    child.unref();
    child.channel?.unref();
    child.on('message', (report: HostReport) => this.#clients.get(report.client)?.postMessage(report));
    child.on('error', (error) => this.#options.onFailure?.(error));
    child.once('exit', (code, signal) => {
      if (this.#child !== child) return;
      this.#failures += 1;
      this.#options.onFailure?.(new Error(`the process of the model ended by itself (${signal ?? `status ${code}`})`));
      void this.#end();
    });
    this.#child = child;
    return child;
  }

  #restartTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#end(), this.#options.unloadAfterMs ?? UNLOAD_AFTER_MS).unref();
  }

  async #end(): Promise<void> {
    clearTimeout(this.#timer);
    const child = this.#child;
    this.#child = null;
    if (child && child.exitCode === null && child.signalCode === null) {
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await gone;
    }
    for (const client of this.#clients.keys()) this.#lose(client);
  }
}
