import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener, request, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { TestAuthority } from '@parley/sip/testing';
import { type FastifyInstance, fastify } from 'fastify';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { testWay } from '../../carriers/public-way/test-way.ts';
import { WayProof } from '../../carriers/public-way/way-proof.ts';
import { Sealing } from '../../kernel/sealing.ts';
import { takeUpgrades } from '../upgrades.ts';
import { publicWaySocket, registerPublicWay } from './public-way.ts';

const masterKey = randomBytes(32);
const proof = new WayProof(new Sealing(masterKey));
let app: FastifyInstance;
let port: number;
const opened: Server[] = [];

beforeAll(async () => {
  app = fastify();
  // What any node of the installation accepts.
  const ofAnotherNode = new WayProof(new Sealing(masterKey));
  registerPublicWay(app, ofAnotherNode);
  const anonymousRate = () => ({ limit: 1, remaining: 1, resetS: 1 });
  takeUpgrades(app, [publicWaySocket({ proof: ofAnotherNode, anonymousRate })]);
  await app.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = app.server.address() as AddressInfo);
});
afterEach(() => {
  for (const server of opened.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});
afterAll(() => app?.close());

async function listening(server: Server): Promise<number> {
  opened.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

async function closedPort(): Promise<string> {
  const server = createServer();
  const closed = await listening(server);
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${closed}`;
}

const proxied = async (listener: RequestListener) => `http://127.0.0.1:${await listening(createServer(listener))}`;

/** Passes requests on, to a path that this makes of theirs; and WebSockets, unless it is set not to. */
async function proxy({ rewrite = (path: string) => path, takesUpgrades = true } = {}): Promise<string> {
  const server = createServer((incoming, outgoing) => {
    // They are of one connection (RFC 9110 section 7.6.1).
    const { connection: _, upgrade: __, ...headers } = incoming.headers;
    const onward = request({ port, path: rewrite(incoming.url ?? ''), headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 0, response.headers);
      response.pipe(outgoing);
    });
    incoming.pipe(onward);
  });
  if (takesUpgrades) {
    server.on('upgrade', (incoming, socket) => {
      const onward = connect(port, '127.0.0.1');
      const lines = incoming.rawHeaders.map((text, at) => (at % 2 === 0 ? `\r\n${text}: ` : text));
      onward.write(`GET ${rewrite(incoming.url ?? '')} HTTP/1.1${lines.join('')}\r\n\r\n`);
      socket.pipe(onward).pipe(socket);
    });
  }
  return `http://127.0.0.1:${await listening(server)}`;
}

const tested = (publicUrl: string) => testWay({ carrier: 'Twilio', publicUrl, proof });

test('a way that leads here, and one through a proxy with a path of its own', async () => {
  const steps = await tested(`http://127.0.0.1:${port}`);
  expect(steps.map(({ name, ok }) => [name, ok])).toEqual([
    ['public_url', true],
    ['websocket', true],
  ]);
  const below = await proxy({ rewrite: (path) => path.replace('/parley/', '/') });
  expect((await tested(`${below}/parley`)).every(({ ok }) => ok)).toBe(true);
});

test.each<[string, () => Promise<string> | string, string, string]>([
  ['a name without an address', () => 'https://nowhere.invalid', 'has no address in DNS', 'typing error'],
  ['a closed port', closedPort, 'the connection was refused', 'Start the proxy or the tunnel'],
  [
    'another program',
    () => proxied((_, response) => response.end('Welcome to nginx!')),
    'answers 200, but it is not this service',
    'Check PUBLIC_URL',
  ],
  [
    'a page that is not there',
    () => proxied((_, response) => response.writeHead(404).end()),
    'answers 404, but it is not this service',
    'Check PUBLIC_URL',
  ],
  [
    'a redirection',
    () => proxied((_, response) => response.writeHead(308, { location: 'https://www.example.org/' }).end()),
    'it redirects to https://www.example.org/',
    'Set PUBLIC_URL to the address',
  ],
  [
    'a password',
    () => proxied((_, response) => response.writeHead(401).end()),
    'refuses who has no permission',
    'below /carriers/ through without a password',
  ],
  [
    'a proxy with nothing behind it',
    () => proxied((_, response) => response.writeHead(502).end()),
    'the proxy there does not reach this service',
    'Check where the proxy passes requests on to',
  ],
  [
    'a proxy that sorts the query',
    () => proxy({ rewrite: (path) => path.replace('?z=%2B1%20415&a=1', '?a=1&z=%2B1+415') }),
    'changes addresses: /a%2Fb?z=%2B1%20415&a=1 came as /a%2Fb?a=1&z=%2B1+415',
    'unchanged',
  ],
  [
    'a certificate of a private authority',
    async () => {
      const { certificate, key } = new TestAuthority('Private').issue({ names: ['localhost'] });
      return `https://localhost:${await listening(createTlsServer({ cert: certificate, key }))}`;
    },
    'The certificate of localhost is',
    'needs a certificate of a public authority',
  ],
  [
    'a port without TLS',
    async () => (await proxied(() => {})).replace('http:', 'https:'),
    'does not speak TLS',
    'Check the port',
  ],
])('%s is a step that says so', async (_, publicUrl, detail, remedy) => {
  const steps = await tested(await publicUrl());
  expect(steps).toEqual([
    {
      ...{ name: 'public_url', ok: false },
      ...{ detail: expect.stringContaining(detail), remedy: expect.stringContaining(remedy) },
    },
  ]);
});

test('a proxy that passes on no WebSockets', async () => {
  const [requests, sockets] = await tested(await proxy({ takesUpgrades: false }));
  expect(requests?.ok).toBe(true);
  expect(sockets).toMatchObject({ name: 'websocket', ok: false });
  expect(sockets?.detail).toContain('do not come through: the request for one was answered 404');
  expect(sockets?.remedy).toContain('Upgrade');
});

test('what another installation asks is not answered', async () => {
  const strange = new WayProof(new Sealing(randomBytes(32)));
  const [step] = await testWay({ carrier: 'Twilio', publicUrl: `http://127.0.0.1:${port}`, proof: strange });
  expect(step?.detail).toContain('it is not this service');
  expect([proof.accepts('AA'), proof.accepts(strange.newToken())]).toEqual([false, false]);
});
