import { ParleyError } from './parley-error.ts';
import { resultOf } from './response.ts';
import { retryDelayMs } from './retry.ts';
import { wait } from './wait.ts';

/** As much of `fetch` as the client uses; the global one, or one of yours. */
export type Fetch = (
  url: string,
  init: {
    method: string;
    headers: Record<string, string>;
    body?: string | Uint8Array<ArrayBuffer>;
    signal: AbortSignal;
  },
) => Promise<FetchResponse>;

export interface FetchResponse {
  status: number;
  headers: { get(name: string): string | null };
  /** What it sends, as it comes. Needed for `events` alone. */
  body?: ReadableStream<Uint8Array> | null;
  text(): Promise<string>;
}

export interface RequestOptions {
  /** Ends the request, and the wait between attempts; the promise rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** For each attempt, until the response is read in full. */
  timeoutMs?: number | undefined;
  /** Further attempts where they are safe. */
  maxRetries?: number | undefined;
}

export interface TransportOptions {
  apiKey: string;
  baseUrl: string;
  fetch: Fetch;
  timeoutMs: number;
  maxRetries: number;
}

export interface TransportRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The parts of the path below the base address. What an identifier holds can never lead to another endpoint. */
  path: readonly string[];
  query?: object | undefined;
  body?: unknown;
  /** In the place of `body`: a file, as it is. */
  file?: { type: string; bytes: string | Uint8Array<ArrayBuffer> };
  headers?: Record<string, string>;
  /** The type of the response when that is not JSON: a text, as it is. */
  accept?: 'text/csv' | 'text/event-stream' | 'application/vnd.tcpdump.pcap';
  /** Sending it twice does what sending it once does. */
  repeatable: boolean;
}

function pathOf(request: TransportRequest): string {
  return request.path.map((part) => `/${segment(part)}`).join('');
}

function segment(part: string): string {
  // Dots alone mean another place, however they are written.
  if (/^\.{0,2}$/.test(part)) throw new TypeError(`${JSON.stringify(part)} is not an identifier`);
  return encodeURIComponent(part);
}

/** Sends requests, repeats the ones that may be repeated, and turns refusals into errors. */
export class Transport {
  readonly #options: TransportOptions;

  constructor(options: TransportOptions) {
    this.#options = options;
  }

  async request<Result>(request: TransportRequest, options: RequestOptions = {}): Promise<Result> {
    const maxRetries = options.maxRetries ?? this.#options.maxRetries;
    for (let number = 1; ; number += 1) {
      try {
        return await this.#attempt<Result>(request, options);
      } catch (error) {
        if (!(error instanceof ParleyError) || number > maxRetries) throw error;
        const delayMs = retryDelayMs(error, { number, repeatable: request.repeatable, random: Math.random });
        if (delayMs === null) throw error;
        await wait(delayMs, options.signal);
      }
    }
  }

  async #attempt<Result>(request: TransportRequest, { signal, timeoutMs }: RequestOptions): Promise<Result> {
    signal?.throwIfAborted();
    const url = this.#url(request);
    const limitMs = timeoutMs ?? this.#options.timeoutMs;
    // Not AbortSignal.any with AbortSignal.timeout: Node 20 may collect such a signal before it fires.
    const attempt = new AbortController();
    const onAbort = () => attempt.abort();
    signal?.addEventListener('abort', onAbort, { once: true });
    const timer = setTimeout(onAbort, limitMs);
    try {
      const response = await this.#options.fetch(url, {
        method: request.method,
        headers: this.#headers(request),
        ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
        ...(request.file && { body: request.file.bytes }),
        signal: attempt.signal,
      });
      return resultOf<Result>(response.status, response.headers, await response.text(), request.accept);
    } catch (error) {
      if (error instanceof ParleyError) throw error;
      signal?.throwIfAborted();
      if (attempt.signal.aborted) {
        throw new ParleyError('timed_out', `${request.method} ${pathOf(request)}: no response within ${limitMs} ms`);
      }
      throw new ParleyError('connection_failed', `${request.method} ${pathOf(request)}: ${reasonOf(error)}`, {
        cause: error,
      });
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    }
  }

  /**
   * One attempt at a response that is read as it comes, until the signal ends it.
   * @throws ParleyError, or whatever `fetch` throws when the connection cannot be made.
   */
  async open(request: TransportRequest, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
    const init = { method: request.method, headers: this.#headers(request), signal };
    const response = await this.#options.fetch(this.#url(request), init);
    if (response.status !== 200) resultOf(response.status, response.headers, await response.text());
    if (!response.body) throw new ParleyError('invalid_response', 'This fetch gives no body to read as it comes.');
    return response.body;
  }

  #url(request: TransportRequest): string {
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(request.query ?? {}))
      if (value !== undefined) search.set(name, String(value));
    const text = search.toString();
    return `${this.#options.baseUrl}${pathOf(request)}${text === '' ? '' : `?${text}`}`;
  }

  #headers(request: TransportRequest): Record<string, string> {
    return {
      accept: request.accept ?? 'application/json',
      authorization: `Bearer ${this.#options.apiKey}`,
      ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(request.file && { 'content-type': request.file.type }),
      ...request.headers,
    };
  }
}

/** `fetch failed` alone does not help: the cause tells whether the name, the port or the certificate was wrong. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error && error.cause.message !== ''
    ? `${error.message} (${error.cause.message})`
    : error.message;
}
