import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AgentModel } from '../agent/agent-model.ts';

const ANALYSIS = { summary: 'The caller asked questions.', sentiment: 'neutral', outcome: 'success' };

/** One line of calls' model, by the protocol of OpenAI. */
export class ThinkingServer {
  /** Of the call that the line holds now. */
  model: AgentModel | null = null;
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => {
      this.#serve(request, response).catch((error: Error) => response.destroy(error));
    });
  }

  static async start(): Promise<ThinkingServer> {
    const server = new ThinkingServer();
    server.#server.listen(0, '127.0.0.1');
    await once(server.#server, 'listening');
    return server;
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat(await request.toArray()).toString();
    if (request.url === '/v1/models') sendJson(response, { data: [{ id: 'talk' }] });
    else if (request.url === '/v1/chat/completions') await this.#reply(JSON.parse(body), response);
    else response.writeHead(404).end();
  }

  async #reply({ stream }: { stream?: boolean }, response: ServerResponse): Promise<void> {
    if (!stream || !this.model) {
      const message = { role: 'assistant', content: JSON.stringify(ANALYSIS) };
      sendJson(response, { id: 'analysis', choices: [{ index: 0, message, finish_reason: 'stop' }] });
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const send = (delta: object, finish: string | null): boolean =>
      response.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`);
    const request = { prompt: '', messages: [], tools: [], signal: signalOf(response) };
    for await (const event of this.model.respond(request))
      if (event.type === 'text') send({ content: event.delta }, null);
    send({}, 'stop');
    response.end('data: [DONE]\n\n');
  }
}

function signalOf(response: ServerResponse): AbortSignal {
  const ended = new AbortController();
  response.on('close', () => ended.abort());
  return ended.signal;
}

const sendJson = (response: ServerResponse, body: object): void => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
};
