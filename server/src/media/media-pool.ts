import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { RemoteMedia } from '../carriers/carrier.ts';
import { EventQueue } from '../kernel/event-queue.ts';
import type { Logger } from '../kernel/logger.ts';
import type { MediaAgent, MediaEvent, MediaHost, MediaResult, MediaSession } from './media.ts';
import type { LanguageModelServer, MediaCommand, MediaMessage, MediaThreadData, PacingReport } from './protocol.ts';

/** What is left of a call whose media thread died. */
const lost: MediaResult = {
  turns: [],
  answeredBy: 'unknown',
  responseMs: [],
  outcomeHint: null,
  warnings: ['The media thread of this call failed.'],
  recording: null,
  stats: null,
};

/** A call's sound in another thread. */
class RemoteSession implements MediaSession {
  readonly port: number;
  readonly queue = new EventQueue<MediaEvent>();
  readonly #callId: string;
  readonly #send: (command: MediaCommand) => void;
  readonly #closed = Promise.withResolvers<MediaResult>();
  #closing = false;

  constructor(callId: string, port: number, send: (command: MediaCommand) => void) {
    this.#callId = callId;
    this.port = port;
    this.#send = send;
  }

  get events(): AsyncIterable<MediaEvent> {
    return this.queue;
  }

  answer(remote: RemoteMedia): void {
    this.#send({ type: 'answer', callId: this.#callId, remote });
  }

  redirect(remote: RemoteMedia): void {
    this.#send({ type: 'redirect', callId: this.#callId, remote });
  }

  dtmf(digit: string): void {
    this.#send({ type: 'dtmf', callId: this.#callId, digit });
  }

  close(): Promise<MediaResult> {
    if (!this.#closing) {
      this.#closing = true;
      this.#send({ type: 'close', callId: this.#callId });
    }
    return this.#closed.promise;
  }

  settle(result: MediaResult): void {
    this.queue.close();
    this.#closed.resolve(result);
  }
}

/** One media thread as the main thread sees it. A thread that dies ends its own calls, and is started again. */
class MediaThread {
  readonly #data: MediaThreadData;
  readonly #log: Logger;
  readonly #sessions = new Map<string, RemoteSession>();
  readonly #opening = new Map<string, PromiseWithResolvers<MediaSession>>();
  #pacing: ((report: PacingReport) => void)[] = [];
  #worker!: Worker;
  #ready!: Promise<void>;
  #stopping = false;

  constructor(data: MediaThreadData, log: Logger) {
    this.#data = data;
    this.#log = log;
    this.#start();
  }

  get ready(): Promise<void> {
    return this.#ready;
  }

  get load(): number {
    return this.#sessions.size + this.#opening.size;
  }

  async open(request: { callId: string; agent: MediaAgent; record: boolean }): Promise<MediaSession> {
    await this.#ready;
    const opening = Promise.withResolvers<MediaSession>();
    this.#opening.set(request.callId, opening);
    this.#send({ type: 'open', ...request });
    return opening.promise;
  }

  reportPacing(): Promise<PacingReport> {
    return new Promise((resolve) => {
      this.#pacing.push(resolve);
      this.#send({ type: 'report_pacing' });
    });
  }

  async close(): Promise<void> {
    if (this.#stopping) return;
    this.#stopping = true;
    const exited = once(this.#worker, 'exit');
    this.#send({ type: 'stop' });
    const timer = setTimeout(() => void this.#worker.terminate(), 5000);
    await exited;
    clearTimeout(timer);
  }

  #send(command: MediaCommand): void {
    this.#worker.postMessage(command);
  }

  #start(): void {
    const ready = Promise.withResolvers<void>();
    this.#ready = ready.promise;
    this.#ready.catch(() => {});
    this.#worker = new Worker(new URL('./thread/main.ts', import.meta.url), { workerData: this.#data });
    this.#worker.on('message', (message: MediaMessage) => {
      if (message.type === 'ready') ready.resolve();
      else this.#onMessage(message);
    });
    this.#worker.on('error', (error) => {
      this.#log.error({ err: error, thread: this.#data.threadIndex }, 'a media thread failed');
      ready.reject(error);
    });
    this.#worker.on('exit', () => this.#onExit());
  }

  #onExit(): void {
    for (const opening of this.#opening.values()) opening.reject(new Error('the media thread failed'));
    this.#opening.clear();
    for (const session of this.#sessions.values()) {
      session.queue.push({ type: 'failed', endReason: 'internal_error', message: 'the media thread failed' });
      session.settle(lost);
    }
    this.#sessions.clear();
    if (!this.#stopping) this.#start();
  }

  #onMessage(message: Exclude<MediaMessage, { type: 'ready' }>): void {
    switch (message.type) {
      case 'opened': {
        const session = new RemoteSession(message.callId, message.port, (command) => this.#send(command));
        this.#sessions.set(message.callId, session);
        this.#opening.get(message.callId)?.resolve(session);
        this.#opening.delete(message.callId);
        return;
      }
      case 'open_failed':
        this.#opening.get(message.callId)?.reject(new Error(message.message));
        this.#opening.delete(message.callId);
        return;
      case 'event':
        this.#sessions.get(message.callId)?.queue.push(message.event);
        return;
      case 'closed':
        this.#sessions.get(message.callId)?.settle(message.result);
        this.#sessions.delete(message.callId);
        return;
      case 'pacing':
        this.#pacing.shift()?.(message.report);
        return;
      case 'stopped':
        return;
    }
  }
}

/** The media threads of this process; a call goes to the one that has the fewest. */
export class MediaPool implements MediaHost {
  readonly #threads: MediaThread[];

  private constructor(threads: MediaThread[]) {
    this.#threads = threads;
  }

  static async start(options: {
    threads: number | undefined;
    bindAddress: string;
    rtpPorts: { first: number; last: number };
    recordingsDir: string;
    languageModels: LanguageModelServer | null;
    log: Logger;
  }): Promise<MediaPool> {
    const { threads: wanted, log, ...data } = options;
    const threadCount = wanted ?? availableParallelism();
    const threads = Array.from(
      { length: threadCount },
      (_, threadIndex) => new MediaThread({ ...data, threadIndex, threadCount }, log),
    );
    await Promise.all(threads.map((thread) => thread.ready));
    return new MediaPool(threads);
  }

  open(request: { callId: string; agent: MediaAgent; record: boolean }): Promise<MediaSession> {
    const [least] = this.#threads.toSorted((a, b) => a.load - b.load);
    return least!.open(request);
  }

  /** Of each thread, since the report before. */
  pacing(): Promise<PacingReport[]> {
    return Promise.all(this.#threads.map((thread) => thread.reportPacing()));
  }

  /** Idempotent. */
  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }
}
