import http from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  headers: http.IncomingHttpHeaders;
  body: string;
}

/** A webhook receiver that responds 200, or as the test says, and keeps everything. */
export class WebhookReceiver {
  readonly received: Received[] = [];
  readonly url: string;
  answer: (received: Received) => number = () => 200;
  readonly #server: http.Server;
  readonly #waiting: { isWanted: (received: Received) => boolean; resolve: (received: Received) => void }[] = [];

  private constructor(server: http.Server) {
    this.#server = server;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`;
    server.on('request', (request, response) => {
      let body = '';
      request.on('data', (data: Buffer) => {
        body += data.toString();
      });
      request.on('end', () => {
        const received = { headers: request.headers, body };
        response.writeHead(this.answer(received)).end();
        this.received.push(received);
        for (const waiting of this.#waiting) if (waiting.isWanted(received)) waiting.resolve(received);
      });
    });
  }

  static async start(): Promise<WebhookReceiver> {
    const server = http.createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new WebhookReceiver(server);
  }

  /** The first that is wanted, of those that came and those that come. */
  async next(isWanted: (received: Received) => boolean = () => true): Promise<Received> {
    const known = this.received.find(isWanted);
    if (known) return known;
    return new Promise((resolve) => this.#waiting.push({ isWanted, resolve }));
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
