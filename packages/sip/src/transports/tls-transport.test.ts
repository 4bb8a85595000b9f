import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type TlsOptions, connect as tlsConnect } from 'node:tls';
import { afterEach, describe, expect, it } from 'vitest';
import { TestAuthority } from '../testing/certificates.ts';
import { listen, StreamClient, sipMessage } from '../testing/stream-peer.ts';
import { ConnectionError, connectionError } from './connection-error.ts';
import type { StreamTransport, StreamTransportOptions } from './stream-transport.ts';
import { openTlsTransport, type TlsSettings } from './tls-transport.ts';
import type { Hop, Receive } from './transport.ts';

const ANY = { host: '127.0.0.1', port: 0 };
const ignore = () => {};
const authority = new TestAuthority();
const identity = authority.issue({ names: ['sip.example.com'] });
const authorities = authority.certificate;

const closing: (() => unknown)[] = [];
async function start(
  settings: TlsSettings,
  receive: Receive = ignore,
  options: StreamTransportOptions = {},
): Promise<StreamTransport> {
  const transport = await openTlsTransport(ANY, receive, settings, options);
  closing.push(() => transport.close());
  return transport;
}
/** A TLS server of node:tls. */
async function serve(options: TlsOptions): Promise<number> {
  const server = createServer({ cert: identity.certificate, key: identity.key, ...options }, (socket) =>
    socket.on('error', ignore),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => server.close());
  return (server.address() as AddressInfo).port;
}
afterEach(() => Promise.all(closing.splice(0).map((close) => close())));

const hopTo = (port: number, tlsName = 'sip.example.com'): Hop => ({
  protocol: 'tls',
  host: '127.0.0.1',
  port,
  tlsName,
});

function failureOf(transport: StreamTransport, hop: Hop): Promise<ConnectionError> {
  return new Promise((resolve) => transport.send(sipMessage('a'), hop, (error) => resolve(error as ConnectionError)));
}

describe('TLS transport', () => {
  it('carries messages in both directions, and says what it is connected with', async () => {
    const arrival = Promise.withResolvers<{ text: string; source: Hop }>();
    const back = Promise.withResolvers<string>();
    const server = await start({ identity }, (bytes, source) => arrival.resolve({ text: bytes.toString(), source }));
    const client = await start({ authorities }, (bytes) => back.resolve(bytes.toString()));
    const { tls } = await client.connect(hopTo(server.port));
    expect(tls).toMatchObject({ version: 'TLSv1.3', cipher: expect.stringContaining('AES') });
    expect(tls!.validUntil.getTime()).toBeGreaterThan(Date.now());
    client.send(sipMessage('a', 'x'.repeat(40_000)), hopTo(server.port), ignore);
    const { text, source } = await arrival.promise;
    expect(text).toBe(sipMessage('a', 'x'.repeat(40_000)).toString());
    server.send(sipMessage('b'), source, ignore);
    expect(await back.promise).toBe(sipMessage('b').toString());
  });

  it('takes a certificate for the address where no name is known', async () => {
    const server = await start({ identity: authority.issue({ names: ['127.0.0.1'] }) });
    const client = await start({ authorities });
    expect(await client.connect({ protocol: 'tls', host: '127.0.0.1', port: server.port })).toHaveProperty('tls');
  });

  it('uses a connection for the name that was proven, and for no other', async () => {
    const server = await start({ identity });
    const client = await start({ authorities });
    await client.connect(hopTo(server.port));
    expect(client.hasConnectionWith(hopTo(server.port))).toBe(true);
    await expect(client.connect(hopTo(server.port, 'other.example.com'))).rejects.toMatchObject({
      problem: 'name_mismatch',
    });
  });

  const yesterday = new Date(Date.now() - 3_600_000);
  const tomorrow = new Date(Date.now() + 3_600_000);
  it.each([
    ['certificate_expired', { names: ['sip.example.com'], validUntil: yesterday }, 'has expired (CERT_HAS_EXPIRED)'],
    ['certificate_not_yet_valid', { names: ['sip.example.com'], validFrom: tomorrow }, 'not valid yet'],
    [
      'name_mismatch',
      { names: ['other.example.com', '192.0.2.1'] },
      'is for other.example.com, 192.0.2.1 (ERR_TLS_CERT_ALTNAME_INVALID)',
    ],
  ])('refuses a peer with %s', async (problem, issued, text) => {
    const server = await start({ identity: authority.issue(issued) });
    const error = await failureOf(await start({ authorities }), hopTo(server.port));
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error.problem).toBe(problem);
    expect(error.message).toContain(`TLS 127.0.0.1:${server.port}: `);
    expect(error.message).toContain(text);
  });

  it('refuses a peer of an authority that it does not know', async () => {
    const server = await start({ identity });
    expect(await failureOf(await start({}), hopTo(server.port))).toMatchObject({ problem: 'unknown_authority' });
  });

  it('tells a certificate without any authority from one of an unknown authority', () => {
    const cause = Object.assign(new Error('self-signed certificate'), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
    expect(connectionError(hopTo(5061), cause)).toMatchObject({ problem: 'self_signed' });
  });

  it('refuses what is older than TLS 1.2', async () => {
    const port = await serve({ minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' });
    expect(await failureOf(await start({ authorities }), hopTo(port))).toMatchObject({ problem: 'tls_version' });
    const server = await start({ identity });
    const old = tlsConnect({
      ...{ host: '127.0.0.1', port: server.port, rejectUnauthorized: false },
      ...{ minVersion: 'TLSv1' as const, maxVersion: 'TLSv1.1' as const, ciphers: 'DEFAULT@SECLEVEL=0' },
    });
    const [error] = await once(old, 'error');
    expect(error.code).toBe('ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION');
  });

  it('says that what listens speaks no TLS', async () => {
    const { server, port } = await listen((socket) =>
      socket.once('data', () => socket.write('SIP/2.0 400 Bad\r\n\r\n')),
    );
    expect(await failureOf(await start({ authorities }), hopTo(port))).toMatchObject({ problem: 'not_tls' });
    server.close();
  });

  it('waits no longer than so for a handshake, on either side', async () => {
    const { server, port } = await listen(ignore);
    const limits = { connectMs: 30 };
    const client = await start({ authorities }, ignore, { limits });
    expect(await failureOf(client, hopTo(port))).toMatchObject({ problem: 'handshake_timeout' });
    server.close();
    const accepting = await start({ identity }, ignore, { limits });
    await new StreamClient(accepting.port).closed;
  });

  it('counts handshakes among the connections of an address, and forgets them when they are over', async () => {
    const limits = { acceptedOfOne: 2, connectMs: 50 };
    const server = await start({ identity }, ignore, { limits });
    const handshakes = [new StreamClient(server.port), new StreamClient(server.port)];
    await Promise.all(handshakes.map(({ socket }) => once(socket, 'connect')));
    await new StreamClient(server.port).closed;
    await Promise.all(handshakes.map(({ closed }) => closed));
    for (let i = 0; i < 5; i += 1) {
      const client = await start({ authorities });
      await client.connect(hopTo(server.port));
      await client.close();
    }
  });
});

describe('TLS connections, when there are too many', () => {
  it('gives up the oldest handshake of a peer that is not trusted', async () => {
    const limits = { accepted: 2 };
    const server = await start({ identity }, ignore, { limits });
    const [first, second] = [new StreamClient(server.port), new StreamClient(server.port)];
    await Promise.all([first, second].map(({ socket }) => once(socket, 'connect')));
    const client = await start({ authorities });
    await client.connect(hopTo(server.port));
    await first.closed;
    second.socket.destroy();
  });
});

describe('mutual TLS', () => {
  const settings = { identity, authorities, requiresClientCertificate: true };

  it('takes those who have a certificate of the authority', async () => {
    const arrival = Promise.withResolvers<string>();
    const server = await start(settings, (bytes) => arrival.resolve(bytes.toString()));
    const client = await start({ identity: authority.issue({ names: ['client'] }), authorities });
    client.send(sipMessage('a'), hopTo(server.port), ignore);
    expect(await arrival.promise).toBe(sipMessage('a').toString());
  });

  it.each([
    ['none', undefined, 'certificate_required'],
    // Node looks at it after the handshake, when there are no alerts any more.
    ['one of another authority', new TestAuthority('Other').issue({ names: ['client'] }), 'closed'],
  ])('refuses those who have %s', async (_name, own, problem) => {
    const received: Buffer[] = [];
    const server = await start(settings, (bytes) => received.push(bytes));
    const client = await start({ identity: own, authorities });
    expect(await failureOf(client, hopTo(server.port))).toMatchObject({ problem });
    expect(received).toEqual([]);
  });

  it('refuses them before TLS 1.3 too', async () => {
    const port = await serve({ ca: authorities, requestCert: true, rejectUnauthorized: true, maxVersion: 'TLSv1.2' });
    const client = await start({ authorities });
    expect(await failureOf(client, hopTo(port))).toMatchObject({ problem: 'handshake_refused' });
  });
});
