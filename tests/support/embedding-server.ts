import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What texts may be about; those of one subject are near each other, whatever their words. */
const SUBJECTS = [/refund|reimburs|money back/i, /open|hour|saturday/i, /parcel|deliver|ship/i];

/** A server of one's own that embeds, in OpenAI's protocol. */
export class EmbeddingServer {
  /** The texts of each request. */
  readonly requests: string[][] = [];
  /** It takes requests, and never answers. */
  hangs = false;
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => void this.#serve(request, response));
  }

  static async start(): Promise<EmbeddingServer> {
    const server = new EmbeddingServer();
    server.#server.listen(0, '127.0.0.1');
    await once(server.#server, 'listening');
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat(await request.toArray()).toString();
    const send = (value: object) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    };
    if (request.url === '/v1/models') return send({ data: [{ id: 'chat-model' }, { id: 'nomic-embed-text' }] });
    if (request.url !== '/v1/embeddings') return void response.writeHead(404).end();
    if (this.hangs) return;
    const { input, model } = JSON.parse(body) as { input: string[]; model: string };
    this.requests.push(input);
    if (model !== 'nomic-embed-text') return void response.writeHead(404).end();
    // In another order than the texts, as the index allows.
    const data = input.map((text, index) => ({ index, embedding: vectorOf(text) })).toReversed();
    send({ object: 'list', data, model });
  }
}

const vectorOf = (text: string) => [0.1, ...SUBJECTS.map((subject) => (subject.test(text) ? 1 : 0))];
