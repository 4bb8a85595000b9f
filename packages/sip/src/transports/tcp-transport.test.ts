import { once } from 'node:events';
import type { Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { listen, StreamClient, sipMessage } from '../testing/stream-peer.ts';
import { ConnectionError } from './connection-error.ts';
import type { StreamTransport, StreamTransportOptions } from './stream-transport.ts';
import { openTcpTransport } from './tcp-transport.ts';
import { type Hop, ListenError } from './transport.ts';

const ANY = { host: '127.0.0.1', port: 0 };
const ignore = () => {};

/** Messages that arrived, and those who wait for the next. */
class Inbox {
  readonly messages: { text: string; source: Hop }[] = [];
  #onMessage = ignore;

  readonly receive = (bytes: Buffer, source: Hop): void => {
    this.messages.push({ text: bytes.toString(), source });
    this.#onMessage();
  };

  async next(count: number): Promise<{ text: string; source: Hop }[]> {
    while (this.messages.length < count) {
      await new Promise<void>((resolve) => {
        this.#onMessage = resolve;
      });
    }
    return this.messages;
  }
}

const open: StreamTransport[] = [];
async function start(inbox = new Inbox(), options: StreamTransportOptions = {}): Promise<StreamTransport> {
  const transport = await openTcpTransport(ANY, inbox.receive, options);
  open.push(transport);
  return transport;
}
afterEach(() => Promise.all(open.splice(0).map((transport) => transport.close())));

const hopTo = ({ port }: { port: number }): Hop => ({ protocol: 'tcp', host: '127.0.0.1', port });

function failureOf(transport: StreamTransport, hop: Hop, bytes = sipMessage('a')): Promise<ConnectionError> {
  return new Promise((resolve) => transport.send(bytes, hop, (error) => resolve(error as ConnectionError)));
}

describe('TCP transport', () => {
  it('carries messages over one connection, in both directions', async () => {
    const [atServer, atClient] = [new Inbox(), new Inbox()];
    const [server, client] = [await start(atServer), await start(atClient)];
    client.send(sipMessage('a', 'first'), hopTo(server), ignore);
    client.send(sipMessage('b'), hopTo(server), ignore);
    const [first, second] = await atServer.next(2);
    expect([first?.text, second?.text]).toEqual([sipMessage('a', 'first').toString(), sipMessage('b').toString()]);
    expect(second?.source).toEqual(first?.source);
    expect(first?.source.port).not.toBe(client.port);

    expect(server.hasConnectionWith(first!.source)).toBe(true);
    server.send(sipMessage('c'), first!.source, ignore);
    const [back] = await atClient.next(1);
    expect(back).toEqual({ text: sipMessage('c').toString(), source: hopTo(server) });
  });

  it('opens another connection when one has ended', async () => {
    const inbox = new Inbox();
    const client = await start(inbox);
    const sockets: Socket[] = [];
    const { server, port } = await listen((socket) => {
      sockets.push(socket);
      socket.end(sipMessage(`from${sockets.length}`));
    });
    client.send(sipMessage('a'), hopTo({ port }), ignore);
    await inbox.next(1);
    while (client.hasConnectionWith(hopTo({ port }))) await new Promise(setImmediate);
    client.send(sipMessage('b'), hopTo({ port }), ignore);
    await inbox.next(2);
    expect(sockets).toHaveLength(2);
    server.close();
  });

  it('answers pings, takes messages in pieces and several at once', async () => {
    const inbox = new Inbox();
    const client = new StreamClient((await start(inbox)).port);
    client.socket.write('\r\n\r\n');
    await client.receives('\r\n');
    const bytes = Buffer.concat([sipMessage('a', 'x'.repeat(50_000)), sipMessage('b'), sipMessage('c')]);
    client.socket.write(bytes.subarray(0, 30_000));
    client.socket.write(bytes.subarray(30_000));
    expect((await inbox.next(3)).map(({ text }) => text).join('')).toBe(bytes.toString());
    client.socket.destroy();
  });

  it.each([
    ['refused', 'no program listens there (ECONNREFUSED)', { host: '127.0.0.1', port: 1 }],
    ['unreachable', 'no way to this address', { host: '255.255.255.255', port: 5060 }],
  ])('reports a peer that is %s', async (problem, text, address) => {
    const error = await failureOf(await start(), { protocol: 'tcp', ...address });
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ problem, peer: address });
    expect(error.message).toContain(`TCP ${address.host}:${address.port}: `);
    expect(error.message).toContain(text);
  });

  it('reports a peer that hangs up on the first message', async () => {
    const { server, port } = await listen((socket) => socket.once('data', () => socket.resetAndDestroy()));
    expect(await failureOf(await start(), hopTo({ port }))).toMatchObject({ problem: 'closed' });
    server.close();
  });

  it('reports a peer that answers in another protocol', async () => {
    const { server, port } = await listen((socket) => socket.write('220 mail.example.com ESMTP\r\n\r\n'));
    const client = await start();
    const connection = await client.connect(hopTo({ port }));
    expect(connection).toEqual({ tls: null });
    while (client.hasConnectionWith(hopTo({ port }))) await new Promise(setImmediate);
    server.close();
  });

  it('leaves a peer that does not read', async () => {
    const { server, port } = await listen((socket) => socket.pause());
    const client = await start(new Inbox(), { limits: { backlogBytes: 200_000 } });
    await client.connect(hopTo({ port }));
    const failures: Error[] = [];
    while (failures.length === 0) {
      client.send(sipMessage('a', 'x'.repeat(60_000)), hopTo({ port }), (error) => failures.push(error));
      await new Promise(setImmediate);
    }
    expect(failures[0]).toMatchObject({ problem: 'slow_peer' });
    server.close();
  });

  it('ends idempotently, with what was sent before', async () => {
    const inbox = new Inbox();
    const [server, client] = [await start(inbox), await start()];
    await client.connect(hopTo(server));
    client.send(sipMessage('a', 'x'.repeat(60_000)), hopTo(server), ignore);
    await Promise.all([client.close(), client.close()]);
    expect(await inbox.next(1)).toHaveLength(1);
    await expect(client.connect(hopTo(server))).rejects.toMatchObject({ problem: 'closed' });
    client.send(sipMessage('b'), hopTo(server), ignore);
  });

  it('names the address when its port is taken', async () => {
    const { port } = await start();
    const second = openTcpTransport({ host: '127.0.0.1', port }, ignore);
    await expect(second).rejects.toThrow(ListenError);
    await expect(second).rejects.toThrow(`TCP 127.0.0.1:${port}: the port is in use`);
  });
});

describe('peers that cost too much', () => {
  it.each([
    ['says nothing', { firstMessageMs: 20 }, ''],
    ['sends pings and nothing else', { firstMessageMs: 20 }, '\r\n\r\n'],
    ['begins a message and stops', { messageMs: 20 }, 'OPTIONS '],
    ['is idle', { idleMs: 20 }, sipMessage('a').toString()],
    ['does not speak SIP', {}, 'GET / HTTP/1.1\r\n\r\n'],
    ['sends a message without end', {}, `OPTIONS ${'x'.repeat(70_000)}`],
  ])('one that %s is left', async (_name, limits, text) => {
    const client = new StreamClient((await start(new Inbox(), { limits })).port);
    client.socket.write(text);
    await client.closed;
  });

  it('one that sends a message byte by byte is left in time', async () => {
    const client = new StreamClient((await start(new Inbox(), { limits: { messageMs: 100, idleMs: 100_000 } })).port);
    client.socket.write(sipMessage('a'));
    const dripping = setInterval(() => client.socket.write('x'), 5);
    await client.closed;
    clearInterval(dripping);
  });

  it('one that floods us is left, unless it is trusted', async () => {
    for (const isTrusted of [false, true]) {
      const inbox = new Inbox();
      const limits = { untrustedMessagesPerS: 5 };
      const client = new StreamClient((await start(inbox, { limits, isTrusted: () => isTrusted })).port);
      client.socket.write(Buffer.concat(Array.from({ length: 40 }, (_, index) => sipMessage(`m${index}`))));
      if (isTrusted) await inbox.next(40);
      else await client.closed;
      client.socket.destroy();
    }
  });

  it('no more than so many connections of ours: the one that was used least recently is closed', async () => {
    const peers = await Promise.all([1, 2, 3].map(() => start(new Inbox())));
    const client = await start(new Inbox(), { limits: { opened: 2 } });
    const [first, second, third] = peers.map(hopTo) as [Hop, Hop, Hop];
    await client.connect(first);
    await client.connect(second);
    client.send(sipMessage('a'), first, ignore);
    await client.connect(third);
    expect([first, second, third].map((hop) => client.hasConnectionWith(hop))).toEqual([true, false, true]);
  });

  it('no more than so many connections of one address', async () => {
    const server = await start(new Inbox(), { limits: { acceptedOfOne: 2 } });
    const [first, second, third] = [1, 2, 3].map(() => new StreamClient(server.port));
    await third!.closed;
    first!.socket.destroy();
    await first!.closed;
    // The place is free when the server has seen the end of it.
    for (;;) {
      const next = new StreamClient(server.port);
      next.socket.write('\r\n\r\n');
      const outcome = await Promise.race([next.closed.then(() => 'left'), next.receives('\r\n').then(() => 'stays')]);
      next.socket.destroy();
      if (outcome === 'stays') break;
    }
    second!.socket.destroy();
  });

  it('of too many in all the one leaves that was silent for longest and is not trusted', async () => {
    let trustedPort = 0;
    const server = await start(new Inbox(), {
      limits: { accepted: 3 },
      isTrusted: ({ port }) => port === trustedPort,
    });
    const connected = async () => {
      const client = new StreamClient(server.port);
      client.socket.write('\r\n\r\n');
      await client.receives('\r\n');
      return client;
    };
    const trusted = await connected();
    trustedPort = trusted.socket.localPort!;
    const [busy, silent] = [await connected(), await connected()];
    busy.socket.write(Buffer.concat([sipMessage('a'), Buffer.from('\r\n\r\n')]));
    await busy.receives('\r\n\r\n');
    const late = await connected();
    await silent.closed;
    for (const client of [trusted, busy, late]) {
      expect(client.socket.destroyed).toBe(false);
      client.socket.destroy();
    }
  });

  it('when all are trusted, the one that comes leaves', async () => {
    const server = await start(new Inbox(), { limits: { accepted: 1 }, isTrusted: () => true });
    const first = new StreamClient(server.port);
    await once(first.socket, 'connect');
    await new StreamClient(server.port).closed;
    first.socket.write('\r\n\r\n');
    await first.receives('\r\n');
    first.socket.destroy();
  });
});

describe('a connection that is kept (RFC 5626 section 4.4.1)', () => {
  /** One that is connected with a raw server, and what comes of it. */
  async function kept(limits: StreamTransportOptions['limits'] = {}) {
    const connected = Promise.withResolvers<Socket>();
    const { server, port } = await listen(connected.resolve);
    const client = await start(new Inbox(), { limits });
    const hop = hopTo({ port });
    await client.connect(hop);
    server.close();
    const broken = Promise.withResolvers<void>();
    const connection = client.keepAlive(hop, { intervalMs: () => 5, onBroken: broken.resolve })!;
    return { client, hop, connection, peer: await connected.promise, broken: broken.promise };
  }
  const PING = '\r\n\r\n';

  it('is pinged again and again, each time after the pong, which is no ping of the peer', async () => {
    const { peer, connection, client, hop } = await kept();
    for (const _round of [1, 2, 3]) {
      expect((await once(peer, 'data')).toString()).toBe(PING);
      peer.write('\r\n');
    }
    connection.release();
    connection.release();
    // Now line ends are a ping of the peer again, half of which is none.
    const received = new Promise<string>((resolve) => peer.on('data', (chunk) => resolve(chunk.toString())));
    peer.write(PING);
    expect((await received).replaceAll(PING, '')).toBe('\r\n');
    expect(client.hasConnectionWith(hop)).toBe(true);
  });

  it('ends when no pong comes', async () => {
    const { peer, broken, client, hop } = await kept({ pongMs: 30 });
    expect((await once(peer, 'data')).toString()).toBe(PING);
    await broken;
    expect(client.hasConnectionWith(hop)).toBe(false);
  });

  it('tells of its end, and is not closed to make room for others', async () => {
    const { peer, broken, client, hop } = await kept({ opened: 1, pongMs: 60_000 });
    const other = await start();
    await client.connect(hopTo(other));
    expect(client.hasConnectionWith(hop)).toBe(true);
    peer.destroy();
    await broken;
    expect(client.keepAlive(hop, { intervalMs: () => 5, onBroken: ignore })).toBeNull();
  });
});
