import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request for speech, for a transcription, or for text. */
interface FaultyRequest {
  route: string;
  body: Buffer;
  json: () => any;
  response: ServerResponse;
  /** How many requests of this route there were, with this one. */
  attempt: number;
}

/** Answers a request in its own way; false: as the server behind it would. */
export type Fault = (request: FaultyRequest) => boolean;

/**
 * An OpenAI-compatible server that fails on command, in each call in another way: every call has a
 * base address of its own. What no fault answers is answered by the server behind it.
 */
export class FaultServer {
  readonly #behind: string;
  readonly #faults = new Map<string, Fault>();
  readonly #attempts = new Map<string, number>();
  readonly #server: Server;

  private constructor(behind: string) {
    this.#behind = behind;
    this.#server = createServer((request, response) => {
      this.#serve(request, response).catch(() => response.destroy());
    });
  }

  /** @param behind base address */
  static async start(behind: string): Promise<FaultServer> {
    const server = new FaultServer(behind);
    server.#server.listen(0, '127.0.0.1');
    await once(server.#server, 'listening');
    return server;
  }

  /** The base address whose requests fail so. */
  add(name: string, fault: Fault): string {
    this.#faults.set(name, fault);
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/${name}/v1`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const body = Buffer.concat(pieces);
    const [, name = '', route = ''] = /^\/([^/]+)\/v1(.*)$/.exec(request.url ?? '') ?? [];
    const attempt = (this.#attempts.get(`${name} ${route}`) ?? 0) + 1;
    this.#attempts.set(`${name} ${route}`, attempt);
    const json = (): any => JSON.parse(body.toString());
    if (this.#faults.get(name)?.({ route, body, json, response, attempt })) return;
    const { method = 'GET', headers } = request;
    const answer = await fetch(`${this.#behind}${route}`, {
      method,
      headers: { 'content-type': headers['content-type'] ?? 'application/json' },
      ...(method === 'POST' && { body: new Uint8Array(body) }),
    });
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'text/plain' });
    response.end(Buffer.from(await answer.arrayBuffer()));
  }
}

const event = (delta: object, reason: string | null = null): string =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: reason }] })}\n\n`;

/** The beginning of a streamed reply. */
export function write(response: ServerResponse, text: string): void {
  if (!response.headersSent) response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const content of text.match(/\S+\s*/g) ?? []) response.write(event({ content }));
}

/** The end of a streamed reply, with a call of this tool. */
export function finish(response: ServerResponse, tool: string | null = null, args: object = {}): void {
  if (!response.headersSent) response.writeHead(200, { 'content-type': 'text/event-stream' });
  const call = { index: 0, id: 'c1', type: 'function', function: { name: tool, arguments: JSON.stringify(args) } };
  if (tool !== null) response.write(event({ tool_calls: [call] }));
  response.write(event({}, tool === null ? 'stop' : 'tool_calls'));
  response.end('data: [DONE]\n\n');
}

/** Answers with this, and hangs up. */
export function answer({ response, json }: FaultyRequest, text: string): boolean {
  if (!json().stream) return false;
  write(response, text);
  finish(response, 'end_call', { outcome: 'success' });
  return true;
}

/** Of the model in the conversation alone; it analyses the call as ever. */
export const chat =
  (reply: Fault): Fault =>
  (request) =>
    request.route === '/chat/completions' && request.json().stream === true && reply(request);

export const refuses =
  (status: number, message: string): Fault =>
  ({ response }) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ error: { message } }));
    return true;
  };

export const writes =
  (reply: (response: ServerResponse) => void): Fault =>
  ({ response }) => {
    reply(response);
    return true;
  };

/** Accepts, and never answers. */
export const hangs: Fault = () => true;
