import http from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ToolRequest {
  method: string;
  /** With its query. */
  path: string;
  headers: http.IncomingHttpHeaders;
  body: string;
}

export interface ToolResponse {
  status?: number;
  headers?: Record<string, string>;
  /** Text, or what is sent as JSON. */
  body?: unknown;
  /** Closes the connection without a word. */
  breaks?: boolean;
}

/** A server of a company that agents ask. A response that is pending keeps its client waiting. */
export class ToolServer {
  readonly requests: ToolRequest[] = [];
  answer: (request: ToolRequest) => ToolResponse | Promise<ToolResponse> = () => ({ body: {} });
  readonly #server: http.Server;

  private constructor(server: http.Server) {
    this.#server = server;
    server.on('request', (request, response) => void this.#serve(request, response));
  }

  static async start(): Promise<ToolServer> {
    const server = http.createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new ToolServer(server);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #serve(message: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of message) chunks.push(chunk as Buffer);
    const request: ToolRequest = {
      method: message.method!,
      path: message.url!,
      headers: message.headers,
      body: Buffer.concat(chunks).toString(),
    };
    this.requests.push(request);
    const { status = 200, headers = {}, body, breaks } = await this.answer(request);
    if (breaks) {
      message.socket.destroy();
      return;
    }
    const isJson = typeof body !== 'string' && body !== undefined;
    response.writeHead(status, { ...(isJson && { 'content-type': 'application/json' }), ...headers });
    response.end(isJson ? JSON.stringify(body) : body);
  }
}
