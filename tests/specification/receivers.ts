import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** An HTTP server on loopback that handles requests as the test says, and counts them. */
export class Receiver {
  readonly url: string;
  requests = 0;
  readonly #server: http.Server;

  private constructor(server: http.Server) {
    this.#server = server;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`;
  }

  static async start(
    handle: (request: http.IncomingMessage, response: http.ServerResponse) => void,
  ): Promise<Receiver> {
    const server = http.createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const receiver = new Receiver(server);
    server.on('request', (request, response) => {
      receiver.requests += 1;
      request.resume();
      handle(request, response);
    });
    return receiver;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
