import { Worker } from 'node:worker_threads';
import { CallCounts, type PhoneCalls } from './call-counts.ts';
import type { SimulatedPhoneOptions } from './simulated-phone.ts';
import type { PhoneThreadCommand, PhoneThreadData, PhoneThreadReport } from './thread-messages.ts';

/** The phone could not start in its thread: mostly, its SIP port is taken (`code` EADDRINUSE). */
export class PhoneStartError extends Error {
  override readonly name = 'PhoneStartError';
  readonly code: string | null;

  constructor(message: string, code: string | null) {
    super(message);
    this.code = code;
  }
}

export interface SimulatedPhoneThreadOptions extends SimulatedPhoneOptions {
  /** The thread has died, and all calls with it. Left out: a process warning. */
  onCrash?(error: Error): void;
}

/** A `SimulatedPhone` in a thread of its own, so that neither its media nor that of this thread is late for the other's sake. */
export class SimulatedPhoneThread {
  private readonly options: SimulatedPhoneThreadOptions;
  private readonly worker: Worker;
  private readonly counts = new CallCounts();
  private readonly exited: Promise<unknown>;
  private readonly started = Promise.withResolvers<number>();
  private sipPort = 0;
  private closing: Promise<void> | null = null;
  private crash: Error | null = null;

  private constructor(options: SimulatedPhoneThreadOptions) {
    this.options = options;
    const { onEvent: _, onCrash: __, ...data } = options;
    const workerData: PhoneThreadData = data;
    this.worker = new Worker(new URL('./phone-worker.ts', import.meta.url), { workerData });
    this.exited = new Promise((resolve) => this.worker.once('exit', resolve));
    this.worker.on('message', (report: PhoneThreadReport) => this.receive(report));
    this.worker.on('error', (error: Error) => this.fail(error));
  }

  /** Rejects with PhoneStartError when the phone cannot start. */
  static async start(options: SimulatedPhoneThreadOptions): Promise<SimulatedPhoneThread> {
    const thread = new SimulatedPhoneThread(options);
    thread.sipPort = await thread.started.promise;
    return thread;
  }

  /** UDP port of SIP. */
  get port(): number {
    return this.sipPort;
  }

  /** As far as the thread has reported. */
  get calls(): PhoneCalls {
    return this.counts.snapshot();
  }

  /** Ends all calls and the thread. Idempotent. */
  close(): Promise<void> {
    this.closing ??= this.shutDown();
    return this.closing;
  }

  private async shutDown(): Promise<void> {
    if (!this.crash) this.worker.postMessage({ type: 'close' } satisfies PhoneThreadCommand);
    await this.exited;
  }

  private receive(report: PhoneThreadReport): void {
    switch (report.type) {
      case 'started':
        this.started.resolve(report.port);
        break;
      case 'notStarted':
        this.started.reject(new PhoneStartError(report.message, report.code));
        break;
      case 'event':
        this.counts.note(report.event);
        this.options.onEvent?.(report.event);
    }
  }

  private fail(error: Error): void {
    this.crash = error;
    this.counts.clear();
    this.started.reject(new PhoneStartError(error.message, null));
    if (this.sipPort === 0) return;
    if (this.options.onCrash) this.options.onCrash(error);
    else process.emitWarning(`the simulated phone has failed: ${error.message}`, 'SimulatedPhoneWarning');
  }
}

/** Starts a phone in a thread of its own: the same as `SimulatedPhone`, by messages. */
export function startSimulatedPhoneThread(options: SimulatedPhoneThreadOptions): Promise<SimulatedPhoneThread> {
  return SimulatedPhoneThread.start(options);
}
