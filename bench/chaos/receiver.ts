import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Random } from './random.ts';

/** One event as it was first accepted. */
interface AcceptedEvent {
  type: string;
  /** call_id or batch_id of its data. */
  subject: string;
  times: number;
}

/**
 * A receiver of webhooks that fails at random: 5xx, or no answer but a closed connection. It fails for one event once
 * at most, since what fails twice comes back after five minutes only.
 */
export class FaultyReceiver {
  /** By webhook-id. */
  readonly accepted = new Map<string, AcceptedEvent>();
  attempts = 0;
  failed = 0;
  readonly url: string;
  readonly #server: http.Server;
  readonly #failedOnce = new Set<string>();
  readonly #failing: number;
  readonly #random: Random;

  private constructor(server: http.Server, random: Random, failing: number) {
    this.#server = server;
    this.#random = random;
    this.#failing = failing;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/chaos`;
    server.on('request', (request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => this.#receive(request, Buffer.concat(parts).toString(), response));
    });
  }

  /** `failing`: the share of first attempts that fail. */
  static async start(random: Random, failing: number): Promise<FaultyReceiver> {
    const server = http.createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new FaultyReceiver(server, random, failing);
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  #receive(request: http.IncomingMessage, body: string, response: http.ServerResponse): void {
    this.attempts += 1;
    const id = String(request.headers['webhook-id']);
    if (!this.#failedOnce.has(id) && this.#random.chance(this.#failing)) {
      this.#failedOnce.add(id);
      this.failed += 1;
      // Of the request nothing is left to destroy; a connection that stayed open would be waited for, for 15 s.
      if (this.#random.chance(0.3)) request.socket.destroy();
      else response.writeHead(this.#random.chance(0.5) ? 500 : 503).end();
      return;
    }
    const event = JSON.parse(body) as { type: string; data: { call_id?: string; batch_id?: string } };
    const isOfBatch = event.type.startsWith('batch.');
    const known = this.accepted.get(id);
    if (known) known.times += 1;
    else {
      const subject = String(isOfBatch ? event.data.batch_id : event.data.call_id);
      this.accepted.set(id, { type: event.type, subject, times: 1 });
    }
    response.writeHead(204).end();
  }
}
