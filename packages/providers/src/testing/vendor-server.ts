import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';

/** How a vendor refuses a request, or the upgrade to a socket. */
export interface Refusal {
  status: number;
  headers?: Record<string, string>;
  body?: string;
}

/** A socket of an adapter, as the vendor sees it. */
export interface VendorPeer {
  readonly url: URL;
  readonly socket: WebSocket;
}

/** Cuts bytes within their first character that has several: vendors send text in pieces of any size. */
export function splitWithinCharacter(text: string): [Buffer, Buffer] {
  const bytes = Buffer.from(text, 'utf8');
  const lead = bytes.findIndex((byte) => byte >= 0x80);
  const at = lead < 0 ? Math.floor(bytes.length / 2) : lead + 1;
  return [bytes.subarray(0, at), bytes.subarray(at)];
}

/**
 * A vendor on loopback: the part that is the same for all of them, connections and faults. A subclass speaks the
 * vendor's protocol, out of its documentation and without a line of the adapter.
 */
export abstract class VendorServer {
  readonly apiKey = 'key-of-the-tests-0123456789';
  /** Every message of text leaves in two frames, cut within a character. */
  splitsCharacters = false;
  /** Sockets that were taken so far. */
  connections = 0;
  readonly #http: Server;
  readonly #sockets = new WebSocketServer({ noServer: true });
  readonly #tcp = new Set<Socket>();
  readonly #refusals: (Refusal | 'ignore')[] = [];
  #waiting: { condition: () => boolean; resolve: () => void }[] = [];
  #isDeaf = false;

  constructor() {
    this.#http = createServer((request, response) => this.#answer(request, response));
    this.#http.on('connection', (socket) => {
      this.#tcp.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.#tcp.delete(socket);
        this.changed();
      });
      this.changed();
    });
    this.#http.on('upgrade', (request, socket, head) => this.#upgrade(request, socket, head));
  }

  /** Where a `VendorConnection` leads. */
  get baseUrl(): string {
    return `http://127.0.0.1:${(this.#http.address() as AddressInfo).port}`;
  }

  /** TCP connections of the adapter. */
  get openConnections(): number {
    return this.#tcp.size;
  }

  /** Refuses the next request or upgrade with this; its body may repeat the key, as vendors do. */
  refuseNext(refusal: Refusal): void {
    this.#refusals.push(refusal);
  }

  /** Takes the next connection, and never answers its request or upgrade. */
  ignoreNext(): void {
    this.#refusals.push('ignore');
  }

  /** Resets all connections (RST). */
  reset(): void {
    for (const socket of this.#tcp) socket.resetAndDestroy();
  }

  /** Reads no more from the connections that there are, and keeps them open. */
  stopReading(): void {
    this.#isDeaf = true;
    for (const socket of this.#tcp) socket.pause();
  }

  /** Resolves as soon as it is so; looked at again whenever something came or went. */
  async when(condition: () => boolean): Promise<void> {
    if (condition()) return;
    await new Promise<void>((resolve) => this.#waiting.push({ condition, resolve }));
  }

  async start(): Promise<this> {
    this.#http.listen(0, '127.0.0.1');
    await once(this.#http, 'listening');
    return this;
  }

  async close(): Promise<void> {
    for (const socket of this.#tcp) socket.destroy();
    if (this.#http.listening) await new Promise((resolve) => this.#http.close(resolve));
  }

  /** Whether the request has the key; every other one gets 401. */
  protected abstract isAuthorized(request: IncomingMessage): boolean;
  /** An adapter's socket was taken. */
  protected abstract connected(peer: VendorPeer): void;
  protected abstract received(peer: VendorPeer, message: Buffer, isBinary: boolean): void;
  /** A request that is no upgrade. */
  protected abstract requested(request: IncomingMessage, response: ServerResponse): void;

  /** Something came or went: what is waited for may be so. */
  protected changed(): void {
    const due = this.#waiting.filter(({ condition }) => condition());
    this.#waiting = this.#waiting.filter((waiting) => !due.includes(waiting));
    for (const { resolve } of due) resolve();
  }

  protected sendJson(peer: VendorPeer, message: object): void {
    this.sendText(peer, JSON.stringify(message));
  }

  protected sendText({ socket }: VendorPeer, text: string): void {
    if (!this.splitsCharacters) {
      socket.send(text);
      return;
    }
    const [head, tail] = splitWithinCharacter(text);
    socket.send(head, { binary: false, fin: false });
    socket.send(tail, { binary: false, fin: true });
  }

  #refusalOf(request: IncomingMessage): Refusal | 'ignore' | null {
    const scripted = this.#refusals.shift();
    if (scripted) return scripted;
    if (this.isAuthorized(request)) return null;
    return { status: 401, body: `Invalid credentials: ${JSON.stringify(request.headers)} ${request.url}` };
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const refusal = this.#refusalOf(request);
    if (refusal === 'ignore') return;
    if (refusal) response.writeHead(refusal.status, refusal.headers).end(refusal.body);
    else this.requested(request, response);
    this.changed();
  }

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const refusal = this.#refusalOf(request);
    if (refusal === 'ignore') return;
    if (refusal) {
      const { status, headers = {}, body = '' } = refusal;
      const fields = { ...headers, 'content-length': String(Buffer.byteLength(body)), connection: 'close' };
      const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
      socket.end(`HTTP/1.1 ${status} Refused\r\n${lines.join('')}\r\n${body}`);
      return;
    }
    this.#sockets.handleUpgrade(request, socket, head, (webSocket) => this.#take(request, webSocket));
  }

  #take(request: IncomingMessage, socket: WebSocket): void {
    const peer: VendorPeer = { url: new URL(request.url ?? '/', 'ws://127.0.0.1'), socket };
    this.connections += 1;
    socket.on('error', () => undefined);
    socket.on('message', (data, isBinary) => {
      if (this.#isDeaf) return;
      this.received(peer, data as Buffer, isBinary);
      this.changed();
    });
    this.connected(peer);
    this.changed();
  }
}
