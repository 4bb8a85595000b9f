import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type VendorPeer, VendorServer } from '../testing/vendor-server.ts';
import { VendorSocket, type VendorSocketOptions } from './vendor-socket.ts';

/** Sends back what it gets. */
class EchoServer extends VendorServer {
  pings = 0;
  readonly peers: VendorPeer[] = [];

  protected override isAuthorized({ headers }: IncomingMessage): boolean {
    return headers.authorization === this.apiKey;
  }

  protected override connected(peer: VendorPeer): void {
    this.peers.push(peer);
    peer.socket.on('ping', () => {
      this.pings += 1;
      this.changed();
    });
  }

  protected override received({ socket }: VendorPeer, message: Buffer, isBinary: boolean): void {
    socket.send(message, { binary: isBinary });
  }

  protected override requested(_request: IncomingMessage, response: ServerResponse): void {
    response.writeHead(404).end();
  }
}

let server: EchoServer;

beforeEach(async () => {
  server = await new EchoServer().start();
});

afterEach(async () => {
  vi.useRealTimers();
  await server.close();
});

function connect(options: Partial<VendorSocketOptions> = {}): VendorSocket {
  const url = server.baseUrl.replace('http', 'ws');
  const vendor = { role: 'stt', provider: 'echo', apiKey: server.apiKey } as const;
  return new VendorSocket({ url, headers: { authorization: server.apiKey }, vendor, ...options });
}

async function failure(socket: VendorSocket): Promise<unknown> {
  await expect(socket.opened).rejects.toMatchObject({ name: 'ProviderError' });
  return socket[Symbol.asyncIterator]()
    .next()
    .catch((error: unknown) => error);
}

it('sends what was sent before it was open, in order', async () => {
  const socket = connect();
  socket.send('one');
  socket.send({ two: 2 });
  socket.send(Uint8Array.of(0x33));
  const events = socket[Symbol.asyncIterator]();
  expect(await events.next()).toMatchObject({ value: { type: 'text', text: 'one' } });
  expect(await events.next()).toMatchObject({ value: { type: 'text', text: '{"two":2}' } });
  expect(await events.next()).toMatchObject({ value: { type: 'binary', data: Buffer.from('3') } });
  socket.close();
  socket.close();
  expect(await events.next()).toMatchObject({ done: true });
  await server.when(() => server.openConnections === 0);
});

it('fails with the words of a refusal, but never with the key', async () => {
  const error = await failure(
    connect({ headers: { authorization: 'no' }, vendor: { role: 'stt', provider: 'echo', apiKey: 'no' } }),
  );
  expect(error).toMatchObject({ retryable: false, message: expect.stringMatching(/^echo: 401 Invalid credentials/) });
});

it('reads no more of a refusal than its beginning, though it never ends', async () => {
  server.refuseNext({ status: 503, headers: { 'x-long': 'yes' }, body: 'x'.repeat(100_000) });
  expect(await failure(connect())).toMatchObject({ retryable: true, message: expect.stringMatching(/^echo: 503 x+$/) });
});

it('gives up a vendor that does not take the connection', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  server.ignoreNext();
  const failed = failure(connect());
  await server.when(() => server.openConnections === 1);
  vi.advanceTimersByTime(5000);
  expect(await failed).toMatchObject({ retryable: true, message: expect.stringContaining('5000 ms') });
  await server.when(() => server.openConnections === 0);
});

it('notices a vendor that is gone without a word', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const socket = connect();
  await socket.opened;
  const events = socket[Symbol.asyncIterator]();
  // An answer to a ping, which comes before this one's, and then no more.
  vi.advanceTimersByTime(3000);
  await server.when(() => server.pings === 1);
  socket.send('hello');
  await events.next();
  server.stopReading();
  const failed = expect(events.next()).rejects.toMatchObject({
    retryable: true,
    message: 'echo: no longer answers',
  });
  vi.advanceTimersByTime(3000);
  expect(socket.isClosed).toBe(false);
  vi.advanceTimersByTime(5000);
  await failed;
});

it.each([
  { name: 'an address', options: { url: 'ws://[::1' } },
  { name: 'a protocol', options: { url: 'ftp://127.0.0.1' } },
  { name: 'a key', options: { headers: { authorization: 'line\nbreak' } } },
])('fails for good with $name that no request can be made of', async ({ options }) => {
  expect(await failure(connect(options))).toMatchObject({ retryable: false });
});

it('lets the vendor judge its ends', async () => {
  const socket = connect({ isRetryable: (code, reason) => code === 1008 && reason === 'later' });
  await socket.opened;
  server.peers[0]!.socket.close(1008, 'later');
  await expect(socket[Symbol.asyncIterator]().next()).rejects.toMatchObject({
    retryable: true,
    message: 'echo: closed the connection: 1008 later',
  });
  expect(socket.isClosed).toBe(true);
});

it('ends when the vendor ends it in an orderly way', async () => {
  const socket = connect();
  await socket.opened;
  server.peers[0]!.socket.close(1000);
  expect(await socket[Symbol.asyncIterator]().next()).toMatchObject({ done: true });
});
