import { once } from 'node:events';
import { type MessagePort, Worker } from 'node:worker_threads';
import type { Logger } from '../kernel/logger.ts';
import type { MediaRequest, MediaSession } from './media.ts';
import type { MediaCommand, MediaMessage, MediaThreadData, PacingReport } from './protocol.ts';
import { RemoteSession } from './remote-session.ts';
import { type RestartLimits, ThreadRestarts } from './thread-restarts.ts';
import type { VendorOutages } from './vendor-outages.ts';

const STOP_MS = 5000;
/** For a thread that replies at all these are long; one that does not may not keep the call and its slot. */
const DEADLINES: MediaDeadlines = {
  // It binds a port, and no tick of the thread takes over 5 ms; the callee's ring time has not begun.
  openMs: 5000,
  // Last words take 0.7 s, the end of the recording 2 s.
  closeMs: 10_000,
};
const DIED = 'The media thread of this call failed.';

/** How long the main thread waits for a reply of a media thread. */
export interface MediaDeadlines {
  openMs: number;
  closeMs: number;
}

/** The model of any words that all media threads share. */
export interface AnyWords {
  /** A port of the thread's own. */
  connect(): MessagePort;
}

export interface MediaThreadOptions {
  data: Omit<MediaThreadData, 'anyWords'>;
  /** The module that the thread runs. */
  entry: URL;
  restarts: RestartLimits;
  deadlines?: MediaDeadlines;
  /** Null: what is not expected is not understood by the built-in recognizer. */
  anyWords: AnyWords | null;
  outages: VendorOutages;
  log: Logger;
}

interface Opening {
  request: MediaRequest;
  deadline: NodeJS.Timeout;
  resolve(session: MediaSession): void;
  reject(error: Error): void;
}

/** One media thread as the main thread sees it. A thread that dies ends its own calls, and is started again, not too often. */
export class MediaThread {
  readonly #options: MediaThreadOptions;
  readonly #restarts: ThreadRestarts;
  readonly #deadlines: MediaDeadlines;
  readonly #sessions = new Map<string, RemoteSession>();
  readonly #opening = new Map<string, Opening>();
  #pacing: ((report: PacingReport) => void)[] = [];
  #worker: Worker | null = null;
  #state: 'starting' | 'living' | 'waiting' | 'left_out' | 'closed' = 'starting';
  #wasReady = false;
  #replies = true;
  #restart: NodeJS.Timeout | null = null;

  private constructor(options: MediaThreadOptions) {
    this.#options = options;
    this.#restarts = new ThreadRestarts(options.restarts);
    this.#deadlines = options.deadlines ?? DEADLINES;
  }

  /** Rejects when the thread cannot start at all. */
  static async start(options: MediaThreadOptions): Promise<MediaThread> {
    const thread = new MediaThread(options);
    await thread.#start();
    return thread;
  }

  get isLiving(): boolean {
    return this.#state === 'living' && this.#replies;
  }

  /** It runs, missed a deadline and has sent nothing since. Without calls to count it would attract every new one. */
  get isSilent(): boolean {
    return this.#state === 'living' && !this.#replies;
  }

  get isLeftOut(): boolean {
    return this.#state === 'left_out';
  }

  get load(): number {
    return this.#sessions.size + this.#opening.size;
  }

  /** It died lately: that it has no calls does not mean that it should get all of them. */
  get isOnProbation(): boolean {
    return this.#restarts.isRecent(performance.now());
  }

  /** Rejects when the thread does not reply in time, too. */
  open(request: MediaRequest): Promise<MediaSession> {
    const { callId } = request;
    const { openMs } = this.#deadlines;
    return new Promise((resolve, reject) => {
      const deadline = setTimeout(() => {
        this.#replies = false;
        // It was perhaps this call alone.
        this.#send({ type: 'ping' });
        this.#takeOpening(callId)?.reject(new Error(`the media thread did not open the call within ${openMs} ms`));
      }, openMs);
      this.#opening.set(callId, { request, deadline, resolve, reject });
      this.#send({ type: 'open', ...request }, request.frames ? [request.frames.port] : []);
    });
  }

  /** Since the report before; empty for a thread that does not run. */
  reportPacing(): Promise<PacingReport> {
    if (!this.isLiving) return Promise.resolve({ count: 0, over20: 0, p50Ms: 0, p99Ms: 0, maxMs: 0 });
    return new Promise((resolve) => {
      this.#pacing.push(resolve);
      this.#send({ type: 'report_pacing' });
    });
  }

  /** Idempotent. */
  async close(): Promise<void> {
    this.#state = 'closed';
    if (this.#restart) clearTimeout(this.#restart);
    const worker = this.#worker;
    if (!worker) return;
    const exited = once(worker, 'exit');
    this.#send({ type: 'stop' });
    const timer = setTimeout(() => void worker.terminate(), STOP_MS);
    await exited;
    clearTimeout(timer);
  }

  #send(command: MediaCommand, transfer: MessagePort[] = []): void {
    this.#worker?.postMessage(command, transfer);
  }

  #start(): Promise<void> {
    const { data, entry, anyWords, log } = this.#options;
    const ready = Promise.withResolvers<void>();
    const port = anyWords?.connect();
    const worker = new Worker(entry, { workerData: { ...data, anyWords: port }, transferList: port ? [port] : [] });
    this.#worker = worker;
    worker.on('message', (message: MediaMessage) => {
      this.#replies = true;
      if (message.type !== 'ready') this.#onMessage(message);
      else this.#onReady(ready.resolve);
    });
    worker.on('error', (error) => {
      log.error({ err: error, thread: data.threadIndex }, 'a media thread failed');
      ready.reject(error);
    });
    worker.on('exit', (code) => {
      this.#worker = null;
      ready.reject(new Error(`the media thread ended with code ${code} before it was ready`));
      this.#onExit();
    });
    return ready.promise;
  }

  #onReady(resolve: () => void): void {
    this.#wasReady = true;
    if (this.#state === 'starting') this.#state = 'living';
    resolve();
  }

  #onExit(): void {
    for (const callId of [...this.#opening.keys()])
      this.#takeOpening(callId)?.reject(new Error('the media thread failed'));
    for (const session of this.#sessions.values()) void session.lose(DIED);
    this.#sessions.clear();
    this.#options.outages.forget(this.#options.data.threadIndex);
    for (const resolve of this.#pacing.splice(0)) resolve({ count: 0, over20: 0, p50Ms: 0, p99Ms: 0, maxMs: 0 });
    // A thread that never was ready makes the service's start fail.
    if (this.#state !== 'closed' && this.#wasReady) this.#planRestart();
  }

  #planRestart(): void {
    const { data, log } = this.#options;
    const delayMs = this.#restarts.noteDeath(performance.now());
    this.#state = delayMs === null ? 'left_out' : 'waiting';
    if (delayMs === null) {
      log.error({ thread: data.threadIndex }, 'a media thread failed too often and is left out');
      return;
    }
    this.#restart = setTimeout(() => {
      this.#state = 'starting';
      // It failed and exited, which plans the next start.
      this.#start().catch(() => {});
    }, delayMs);
  }

  #onMessage(message: Exclude<MediaMessage, { type: 'ready' }>): void {
    switch (message.type) {
      case 'opened':
        this.#onOpened(message);
        return;
      case 'open_failed':
        this.#takeOpening(message.callId)?.reject(new Error(message.message));
        return;
      case 'joined':
        this.#sessions.get(message.callId)?.settleJoin(message.legId, { port: message.port });
        return;
      case 'join_failed':
        this.#sessions.get(message.callId)?.settleJoin(message.legId, new Error(message.message));
        return;
      case 'event':
        this.#sessions.get(message.callId)?.push(message.event);
        return;
      case 'closed':
        this.#sessions.get(message.callId)?.settle(message.result);
        return;
      case 'fault':
        this.#onFault(message);
        return;
      case 'pacing':
        this.#pacing.shift()?.(message.report);
        return;
      case 'outage':
        this.#options.outages.note(this.#options.data.threadIndex, message);
        return;
      case 'pong':
      case 'stopped':
        return;
    }
  }

  #onOpened({ callId, port }: Extract<MediaMessage, { type: 'opened' }>): void {
    const opening = this.#takeOpening(callId);
    if (!opening) {
      // Later than its deadline: there is no such call any more, and its port is wanted.
      this.#send({ type: 'close', callId });
      return;
    }
    const session = new RemoteSession({
      callId,
      port,
      recordingsDir: opening.request.record ? this.#options.data.recordingsDir : null,
      closeMs: this.#deadlines.closeMs,
      send: (command, transfer) => this.#send(command, transfer),
      onSettled: () => this.#sessions.delete(callId),
    });
    this.#sessions.set(callId, session);
    opening.resolve(session);
  }

  #takeOpening(callId: string): Opening | undefined {
    const opening = this.#opening.get(callId);
    clearTimeout(opening?.deadline);
    this.#opening.delete(callId);
    return opening;
  }

  #onFault({ callId, error }: Extract<MediaMessage, { type: 'fault' }>): void {
    const { data, log } = this.#options;
    const fields = { err: error, thread: data.threadIndex };
    if (callId === null) log.error(fields, 'a media thread had a fault of no known call');
    else log.error({ ...fields, call_id: callId }, 'a fault in the media of a call');
  }
}
