import http from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { percentile } from '../server/src/calls/percentile.ts';

export interface ApiResponse {
  status: number;
  body: any;
}

/** A client that keeps its connections, and takes turns with its keys: each has a limit of its own. */
export class ApiClient {
  readonly #origin: string;
  readonly #keys: string[];
  readonly #agent: http.Agent;
  #next = 0;

  constructor(options: { origin: string; keys: string[]; connections: number }) {
    this.#origin = options.origin;
    this.#keys = options.keys;
    this.#agent = new http.Agent({ keepAlive: true, maxSockets: options.connections });
  }

  request(method: 'GET' | 'POST', route: string, body?: object): Promise<ApiResponse> {
    this.#next += 1;
    const text = body === undefined ? undefined : JSON.stringify(body);
    const headers = {
      authorization: `Bearer ${this.#keys[this.#next % this.#keys.length]}`,
      ...(text === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
    };
    return new Promise((resolve, reject) => {
      const request = http.request(
        `${this.#origin}/v1${route}`,
        { method, agent: this.#agent, headers },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', reject);
          response.on('end', () =>
            resolve({ status: response.statusCode!, body: JSON.parse(Buffer.concat(chunks).toString()) }),
          );
        },
      );
      request.on('error', reject);
      request.end(text);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}

export interface Measured {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  statuses: Record<string, number>;
}

class Stopwatch {
  readonly #startedMs = performance.now();
  readonly #durationsMs: number[] = [];
  readonly #statuses: Record<string, number> = {};

  /** `dueMs`: when it should have been sent, on the clock of performance.now(). */
  async time(dueMs: number, request: () => Promise<ApiResponse>): Promise<void> {
    const { status } = await request();
    this.#durationsMs.push(performance.now() - dueMs);
    this.#statuses[status] = (this.#statuses[status] ?? 0) + 1;
  }

  get measured(): Measured {
    return {
      perSecond: this.#durationsMs.length / ((performance.now() - this.#startedMs) / 1000),
      p50Ms: percentile(this.#durationsMs, 50),
      p99Ms: percentile(this.#durationsMs, 99),
      statuses: this.#statuses,
    };
  }
}

/**
 * Sends so many requests a second, whether earlier ones are answered or not, and times each from when it was due: a
 * service that stalls is not let off the requests that would have come meanwhile.
 */
export async function openLoop(
  perSecond: number,
  seconds: number,
  request: () => Promise<ApiResponse>,
): Promise<Measured> {
  const watch = new Stopwatch();
  const startedMs = performance.now();
  const pending: Promise<void>[] = [];
  for (let sent = 0; sent < perSecond * seconds; ) {
    const due = Math.min(perSecond * seconds, Math.floor(((performance.now() - startedMs) / 1000) * perSecond) + 1);
    for (; sent < due; sent += 1) pending.push(watch.time(startedMs + (sent / perSecond) * 1000, request));
    await delay(1);
  }
  await Promise.all(pending);
  return watch.measured;
}

/** So many requests at once, each followed by the next, for so long. */
export async function closedLoop(
  concurrency: number,
  until: { requests: number } | { seconds: number },
  request: () => Promise<ApiResponse>,
): Promise<Measured> {
  const watch = new Stopwatch();
  const startedMs = performance.now();
  let sent = 0;
  const goesOn = () =>
    'requests' in until ? sent < until.requests : performance.now() - startedMs < until.seconds * 1000;
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      while (goesOn()) {
        sent += 1;
        await watch.time(performance.now(), request);
      }
    }),
  );
  return watch.measured;
}

export function median(values: readonly number[]): number {
  return percentile([...values], 50);
}
