import { ParleyError } from './parley-error.ts';
import type { ErrorCode } from './resources.ts';
import { retryDelayMs } from './retry.ts';
import { wait } from './wait.ts';

/** As much of `fetch` as the client uses; the global one, or one of yours. */
export type Fetch = (
  url: string,
  init: { method: string; headers: Record<string, string>; body?: string; signal: AbortSignal },
) => Promise<{ status: number; headers: { get(name: string): string | null }; text(): Promise<string> }>;

export interface RequestOptions {
  /** Ends the request, and the wait between attempts; the promise rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** For each attempt, until the answer is read in full. */
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
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below the base address; variable parts go through `segment`. */
  path: string;
  query?: object | undefined;
  body?: unknown;
  headers?: Record<string, string>;
  /** Sending it twice does what sending it once does. */
  repeatable: boolean;
}

/** An identifier as a part of a path: what it holds can never lead to another endpoint. */
export function segment(identifier: string): string {
  if (identifier === '' || identifier === '.' || identifier === '..') {
    throw new TypeError(`${JSON.stringify(identifier)} is not an identifier`);
  }
  return encodeURIComponent(identifier);
}

/** Sends requests, repeats the ones that may be repeated, and turns refusals into errors. */
export class Transport {
  readonly #options: TransportOptions;

  constructor(options: TransportOptions) {
    this.#options = options;
  }

  async request<Answer>(request: TransportRequest, options: RequestOptions = {}): Promise<Answer> {
    const maxRetries = options.maxRetries ?? this.#options.maxRetries;
    for (let number = 1; ; number += 1) {
      try {
        return await this.#attempt<Answer>(request, options);
      } catch (error) {
        if (!(error instanceof ParleyError) || number > maxRetries) throw error;
        const delayMs = retryDelayMs(error, { number, repeatable: request.repeatable, random: Math.random });
        if (delayMs === null) throw error;
        await wait(delayMs, options.signal);
      }
    }
  }

  async #attempt<Answer>(request: TransportRequest, { signal, timeoutMs }: RequestOptions): Promise<Answer> {
    signal?.throwIfAborted();
    const limitMs = timeoutMs ?? this.#options.timeoutMs;
    // Not AbortSignal.any with AbortSignal.timeout: Node 20 may collect such a signal before it fires.
    const attempt = new AbortController();
    const onAbort = () => attempt.abort();
    signal?.addEventListener('abort', onAbort, { once: true });
    const timer = setTimeout(onAbort, limitMs);
    try {
      const response = await this.#options.fetch(this.#url(request), {
        method: request.method,
        headers: this.#headers(request),
        ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
        signal: attempt.signal,
      });
      return answerOf<Answer>(response.status, response.headers, await response.text());
    } catch (error) {
      if (error instanceof ParleyError) throw error;
      signal?.throwIfAborted();
      if (attempt.signal.aborted) {
        throw new ParleyError('timed_out', `${request.method} ${request.path}: no answer within ${limitMs} ms`);
      }
      throw new ParleyError('connection_failed', `${request.method} ${request.path}: ${reasonOf(error)}`, {
        cause: error,
      });
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    }
  }

  #url({ path, query = {} }: TransportRequest): string {
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
    const text = search.toString();
    return `${this.#options.baseUrl}${path}${text === '' ? '' : `?${text}`}`;
  }

  #headers(request: TransportRequest): Record<string, string> {
    return {
      accept: 'application/json',
      authorization: `Bearer ${this.#options.apiKey}`,
      ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...request.headers,
    };
  }
}

/** `fetch failed` alone helps nobody: the cause tells whether the name, the port or the certificate was wrong. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error && error.cause.message !== ''
    ? `${error.message} (${error.cause.message})`
    : error.message;
}

function answerOf<Answer>(status: number, headers: { get(name: string): string | null }, text: string): Answer {
  const requestId = headers.get('x-request-id');
  const body = parsed(text);
  if (status >= 200 && status < 300) {
    if (text === '') return undefined as Answer;
    if (body !== undefined) return body as Answer;
    throw new ParleyError('invalid_response', 'The answer is not JSON. Is baseUrl right? It ends in /v1.', {
      status,
      requestId,
    });
  }
  const refusal = (body as { error?: { code?: ErrorCode; message?: string; param?: string } } | undefined)?.error;
  throw new ParleyError(refusal?.code ?? codeOf(status), refusal?.message ?? `The answer was ${status}.`, {
    status,
    requestId,
    param: refusal?.param ?? null,
    retryAfterS: secondsOf(headers.get('retry-after')),
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** For answers that are not the service's own, such as a proxy's. */
function codeOf(status: number): ErrorCode | 'invalid_response' {
  if (status === 429) return 'rate_limited';
  return status >= 500 ? 'server_error' : 'invalid_response';
}

function secondsOf(retryAfter: string | null): number | null {
  return retryAfter !== null && /^\d+$/.test(retryAfter) ? Number(retryAfter) : null;
}
