import { setTimeout as delay } from 'node:timers/promises';

export interface Response {
  status: number;
  body: any;
}

/** Longer than any freeze of the database, so that most requests get their response. */
const RESPONSE_LIMIT_MS = 10_000;
const PAUSE_MS = 150;

/**
 * A client that does what clients have to: after a broken connection, a timeout or a 5xx it asks again with the same
 * key, until it knows.
 */
export class PersistentClient {
  readonly #baseUrl: string;
  readonly #apiKey: string;
  /** Responses by status; 0: none came. */
  readonly statuses = new Map<number, number>();

  constructor(baseUrl: string, apiKey: string) {
    this.#baseUrl = baseUrl;
    this.#apiKey = apiKey;
  }

  /** One attempt. */
  async ask(method: string, route: string, body?: object, headers: Record<string, string> = {}): Promise<Response> {
    const response = await fetch(`${this.#baseUrl}${route}`, {
      method,
      headers: {
        authorization: `Bearer ${this.#apiKey}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(RESPONSE_LIMIT_MS),
    }).then(
      async (answered) => ({ status: answered.status, body: await answered.json().catch(() => null) }),
      () => ({ status: 0, body: null }),
    );
    this.statuses.set(response.status, (this.statuses.get(response.status) ?? 0) + 1);
    return response;
  }

  /** Asks until the response is a definite one; null when `signal` ends the asking. */
  async askUntilKnown(
    request: { method: string; route: string; body?: object; key?: string },
    signal: AbortSignal,
  ): Promise<Response | null> {
    const headers: Record<string, string> = request.key === undefined ? {} : { 'idempotency-key': request.key };
    while (!signal.aborted) {
      const response = await this.ask(request.method, request.route, request.body, headers);
      const isDefinite = response.status !== 0 && response.status < 500 && response.body !== null;
      if (isDefinite) return response;
      await delay(PAUSE_MS);
    }
    return null;
  }
}
