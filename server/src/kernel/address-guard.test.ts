import dns from 'node:dns/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import { request } from 'undici';
import { expect, test } from 'vitest';
import { BlockedAddressError, refusePrivate, refusePrivateName } from './address-guard.ts';
import { guardedAgent } from './guarded-agent.ts';

const refuse = (address: string, allowPrivate = false) =>
  refusePrivate(new URL(`http://${address.includes(':') ? `[${address}]` : address}/hooks`), allowPrivate);

test.each([
  ...['127.0.0.1', '10.0.0.1', '172.31.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1', '0.0.0.0', '224.0.0.1'],
  ...[
    '::1',
    '::',
    'fe80::1',
    'fd00::1',
    'ff02::1',
    '::ffff:10.0.0.1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '::127.0.0.1',
  ],
])('%s is refused, unless it is allowed', (address) => {
  expect(() => refuse(address)).toThrow(BlockedAddressError);
  expect(() => refuse(address, true)).not.toThrow();
});

test.each(['93.184.216.34', '8.8.8.8', '2606:4700::1111', '::ffff:8.8.8.8'])('%s is public', (address) => {
  expect(() => refuse(address)).not.toThrow();
});

test('localhost is refused without asking a resolver, whatever precedes it', () => {
  for (const host of ['localhost', 'LOCALHOST:80', 'localhost.', 'a.b.localhost']) {
    expect(() => refusePrivate(new URL(`http://${host}/`), false)).toThrow(BlockedAddressError);
    expect(() => refusePrivate(new URL(`http://${host}/`), true)).not.toThrow();
  }
  expect(() => refusePrivate(new URL('http://mylocalhost/'), false)).not.toThrow();
});

test('a name that leads to a private address is refused; an unknown one may resolve later, and is not', async () => {
  const name = new URL(`http://${os.hostname()}/`);
  const addresses = await dns.lookup(os.hostname(), { all: true }).catch(() => []);
  const isPrivate = addresses.some(({ address }) => /^(127|10|192\.168)\.|^::1$/.test(address));
  const refused = refusePrivateName(name, false);
  await (isPrivate ? expect(refused).rejects.toThrow(BlockedAddressError) : expect(refused).resolves.toBeUndefined());
  await refusePrivateName(name, true);
  await refusePrivateName(new URL('http://unknown.invalid/'), false);
});

test('a name that resolves to a private address is not connected to', async () => {
  let requests = 0;
  const server = http.createServer((_, response) => {
    requests += 1;
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://localhost:${(server.address() as AddressInfo).port}/`;
  const [guarded, open] = [guardedAgent({ allowPrivate: false }), guardedAgent({ allowPrivate: true })];
  try {
    await expect(request(url, { dispatcher: guarded })).rejects.toThrow('resolves to a private address');
    expect(requests).toBe(0);
    expect((await request(url, { dispatcher: open })).statusCode).toBe(200);
  } finally {
    await Promise.all([guarded.destroy(), open.destroy()]);
    server.close();
  }
});
