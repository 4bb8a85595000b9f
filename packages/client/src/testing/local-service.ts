import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type ErrorCode,
  errorStatus,
  NoQuery,
  openApiDocument,
  type Route,
  routes,
  type StreamEvent,
} from '@parley/contract';

export interface ReceivedRequest {
  method: string;
  path: string;
  query: Record<string, string>;
  headers: IncomingMessage['headers'];
  body: unknown;
}

/** Instead of the response of the contract: another one, a connection that breaks, or silence. */
export type ScriptedResponse =
  | { status: number; headers?: Record<string, string>; body?: unknown }
  | 'disconnect'
  | 'silence';

export const API_KEY = 'vk_live_for_tests_only';

/** An HTTP server that checks requests by the contract's schemas and responds with the examples of its document. */
export class LocalService {
  readonly requests: ReceivedRequest[] = [];
  readonly #script: ScriptedResponse[] = [];
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => void this.#serve(request, response));
  }

  static async start(): Promise<LocalService> {
    const service = new LocalService();
    await new Promise<void>((resolve) => service.#server.listen(0, '127.0.0.1', resolve));
    return service;
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`;
  }

  /** For the next requests, one each; after them the contract responds again. */
  script(...responses: ScriptedResponse[]): void {
    this.#script.push(...responses);
  }

  close(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '', this.baseUrl);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    const received: ReceivedRequest = {
      method: request.method ?? '',
      path: url.pathname.replace(/^\/v1/, ''),
      query: Object.fromEntries(url.searchParams),
      headers: request.headers,
      body: text === '' ? undefined : isJson(request) ? JSON.parse(text) : text,
    };
    this.requests.push(received);
    const scripted = this.#script.shift() ?? byContract(received);
    if (scripted === 'silence') return;
    if (scripted === 'disconnect') {
      request.socket.destroy();
      return;
    }
    const json = typeof scripted.body === 'object';
    response.writeHead(scripted.status, {
      'x-request-id': `request-${this.requests.length}`,
      ...(json ? { 'content-type': 'application/json; charset=utf-8' } : {}),
      ...scripted.headers,
    });
    response.end(json ? JSON.stringify(scripted.body) : (scripted.body as string | undefined));
  }
}

const isJson = ({ headers }: IncomingMessage) => headers['content-type'] === 'application/json';

export function refusal(code: ErrorCode, details: { param?: string; retryAfterS?: number } = {}): ScriptedResponse {
  const { param, retryAfterS } = details;
  return {
    status: errorStatus[code],
    headers: retryAfterS === undefined ? {} : { 'retry-after': String(retryAfterS) },
    body: { error: { code, message: `It is ${code}.`, ...(param === undefined ? {} : { param }) } },
  };
}

function asEvent({ id, event, data }: StreamEvent): string {
  return `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

const document = openApiDocument();

function byContract(request: ReceivedRequest): ScriptedResponse {
  if (request.headers.authorization !== `Bearer ${API_KEY}`) return refusal('unauthorized');
  const matches = Object.entries(routes as Record<string, Route>).filter(
    ([, route]) => route.method === request.method && patternOf(route).test(request.path),
  );
  // A path that is written out counts before one with a parameter.
  const found = matches.find(([, { path }]) => path === request.path) ?? matches[0];
  if (!found) return refusal('not_found');
  const [name, route] = found;
  const unchecked = { query: request.query, body: request.body ?? (route.bodyOptional ? {} : undefined) };
  for (const [schema, value] of [
    [route.query ?? NoQuery, unchecked.query],
    [route.body, unchecked.body],
  ] as const) {
    const issue = schema?.safeParse(value).error?.issues[0];
    if (issue) return refusal('invalid_request', { param: issue.path.join('.') });
  }
  const body = exampleOf(name);
  return { status: route.success.status, body: route.isStream ? asEvent(body as StreamEvent) : body };
}

function patternOf({ path }: Route): RegExp {
  return new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`);
}

function exampleOf(name: string): unknown {
  const operation = Object.values(document.paths)
    .flatMap((item) => Object.values(item))
    .find(({ operationId }) => operationId === name);
  const response = operation?.responses[String(routes[name as keyof typeof routes].success.status)];
  return response && 'content' in response
    ? (response.content?.['application/json'] ?? response.content?.['text/event-stream'])?.example
    : undefined;
}
