import { once } from 'node:events';
import http from 'node:http';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

/** A response that takes longer than this tells of a blocked event loop; the next probe follows at once. */
const EVERY_MS = 2;

export interface Health {
  probes: number;
  slowestMs: number;
  p99Ms: number;
}

/** Asks /healthz without a pause, in a thread of its own, so that nothing but the service is measured. */
export class HealthProbe {
  readonly #worker: Worker;

  private constructor(worker: Worker) {
    this.#worker = worker;
  }

  static async start(origin: string): Promise<HealthProbe> {
    const worker = new Worker(new URL(import.meta.url), { workerData: { origin } });
    await once(worker, 'message');
    return new HealthProbe(worker);
  }

  async stop(): Promise<Health> {
    this.#worker.postMessage('stop');
    const [tookMs] = (await once(this.#worker, 'message')) as [number[]];
    await this.#worker.terminate();
    const sorted = tookMs.toSorted((a, b) => a - b);
    return {
      probes: sorted.length,
      slowestMs: Math.round(sorted.at(-1) ?? Number.NaN),
      p99Ms: Math.round(sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN),
    };
  }
}

async function probe(origin: string): Promise<void> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const tookMs: number[] = [];
  let stopped = false;
  parentPort!.once('message', () => {
    stopped = true;
  });
  await ask(origin, agent);
  parentPort!.postMessage('ready');
  while (!stopped) {
    const startedMs = performance.now();
    await ask(origin, agent);
    tookMs.push(performance.now() - startedMs);
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
  }
  agent.destroy();
  parentPort!.postMessage(tookMs);
}

function ask(origin: string, agent: http.Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = http.get(`${origin}/healthz`, { agent }, (response) => {
      response.resume();
      response.once('end', resolve);
    });
    request.once('error', reject);
  });
}

if (!isMainThread && (workerData as { origin?: string } | null)?.origin !== undefined) {
  await probe((workerData as { origin: string }).origin);
}
