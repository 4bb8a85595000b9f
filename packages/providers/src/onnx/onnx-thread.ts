import { Worker } from 'node:worker_threads';
import type { OnnxCommand, OnnxReport, OnnxThreadData } from './onnx-messages.ts';

/** What is asked, without its number. */
type OnnxRequest = { type: 'voice'; calls: number[]; windows: Float32Array } | { type: 'turn'; samples: Int16Array };

/** A model in a thread of its own. */
export class OnnxThread {
  readonly #worker: Worker;
  readonly #requests = new Map<number, PromiseWithResolvers<Float32Array>>();
  readonly #ready = Promise.withResolvers<void>();
  #next = 0;
  #failure: Error | null = null;

  constructor(data: OnnxThreadData) {
    this.#ready.promise.catch(() => undefined);
    this.#worker = new Worker(new URL('./onnx-worker.ts', import.meta.url), { workerData: data, execArgv: [] });
    this.#worker.unref();
    this.#worker.on('message', (report: OnnxReport) => this.#receive(report));
    this.#worker.on('error', (error) => this.#end(error));
    this.#worker.on('exit', () => this.#end(new Error('the thread of the model has ended')));
  }

  /** Resolves when the model is loaded. Rejects when the library does not like it. */
  get ready(): Promise<void> {
    return this.#ready.promise;
  }

  /** Resolves with a probability for each call, or the one of the turn. */
  async ask(request: OnnxRequest): Promise<Float32Array> {
    if (this.#failure) throw this.#failure;
    const id = this.#next++;
    const result = Promise.withResolvers<Float32Array>();
    this.#requests.set(id, result);
    this.#worker.postMessage({ ...request, id } satisfies OnnxCommand);
    return result.promise;
  }

  forget(call: number): void {
    this.#worker.postMessage({ type: 'forget', call } satisfies OnnxCommand);
  }

  /** Idempotent. */
  close(): void {
    void this.#worker.terminate();
  }

  #receive(report: OnnxReport): void {
    if (report.type === 'ready') this.#ready.resolve();
    else if (report.type === 'failed') {
      this.#end(new Error(report.message));
      this.close();
    } else {
      const request = this.#requests.get(report.id);
      this.#requests.delete(report.id);
      if (report.type === 'result') request?.resolve(report.probabilities);
      else request?.reject(new Error(report.message));
    }
  }

  #end(error: Error): void {
    this.#failure ??= error;
    this.#ready.reject(error);
    for (const { reject } of this.#requests.values()) reject(error);
    this.#requests.clear();
  }
}
