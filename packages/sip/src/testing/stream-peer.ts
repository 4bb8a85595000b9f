import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

export function sipMessage(name: string, body = ''): Buffer {
  const head = [
    `OPTIONS sip:${name}@example.com SIP/2.0`,
    `Via: SIP/2.0/TCP 192.0.2.1;branch=z9hG4bK${name}`,
    `Content-Length: ${body.length}`,
  ];
  return Buffer.from([...head, '', body].join('\r\n'));
}

/** A raw TCP client that remembers what it got. */
export class StreamClient {
  readonly socket: Socket;
  readonly closed: Promise<void>;
  #received = '';

  constructor(port: number, host = '127.0.0.1') {
    this.socket = connect(port, host);
    this.socket.on('error', () => {});
    this.socket.on('data', (chunk) => {
      this.#received += chunk.toString();
    });
    this.closed = new Promise((resolve) => this.socket.once('close', () => resolve()));
  }

  /** Resolves when this is what came, in all. */
  async receives(text: string): Promise<void> {
    while (this.#received.length < text.length) await once(this.socket, 'data');
    if (this.#received !== text) throw new Error(`received ${JSON.stringify(this.#received)}`);
  }
}

/** A raw TCP server on a free port of 127.0.0.1. */
export async function listen(onSocket: (socket: Socket) => void): Promise<{ server: Server; port: number }> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    onSocket(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, port: (server.address() as AddressInfo).port };
}
