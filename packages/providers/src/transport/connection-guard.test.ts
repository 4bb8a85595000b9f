import dns from 'node:dns';
import { createServer, type Server } from 'node:http';
import type { AddressInfo, LookupFunction } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type ConnectionGuard, guardConnections } from './connection-guard.ts';
import { keepAliveFetch, OwnConnections } from './keep-alive-fetch.ts';
import { VendorSocket } from './vendor-socket.ts';

class BlockedAddressError extends Error {
  override readonly name = 'BlockedAddressError';
}

let server: Server;
let requests = 0;
let redirect: string | null = null;

beforeEach(async () => {
  requests = 0;
  redirect = null;
  server = createServer((_, response) => {
    requests += 1;
    if (redirect) response.writeHead(302, { location: redirect });
    response.end('there');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterEach(async () => {
  guardConnections(null);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const url = (host = '127.0.0.1', protocol = 'http') =>
  `${protocol}://${host}:${(server.address() as AddressInfo).port}/v1`;

/** Lets nothing through but what the test says. */
function guard(given: Partial<ConnectionGuard> = {}): void {
  const refuse = () => {
    throw new BlockedAddressError('it is private');
  };
  const lookup: LookupFunction = (_host, _options, callback) =>
    callback(new BlockedAddressError('it leads inside'), []);
  guardConnections({ trusts: () => false, refuse, lookup, ...given });
}

const open = { refuse: () => undefined, lookup: dns.lookup as LookupFunction };
const own = async (address: string) => {
  const connections = new OwnConnections();
  try {
    return await (await connections.fetch(address)).text();
  } finally {
    connections.close();
  }
};
const shared = async (address: string) => (await keepAliveFetch(address)).text();
const opened = async (address: string) => {
  const vendor = { role: 'stt', provider: 'echo', apiKey: null } as const;
  const socket = new VendorSocket({ url: address.replace('http', 'ws'), vendor });
  await socket.opened.finally(() => socket.close());
};

const ways: [string, (address: string) => Promise<unknown>][] = [
  ['shared connections', shared],
  ['connections of one call', own],
  ['a socket', opened],
];

it.each(ways)('%s are refused an address that is private as it is written', async (_, connect) => {
  guard();
  await expect(connect(url())).rejects.toThrow('it is private');
  expect(requests).toBe(0);
});

it.each(ways)('%s are refused a name that leads inside', async (_, connect) => {
  guard({ refuse: open.refuse });
  const failure = await connect(url('localhost')).then(
    () => null,
    (error: Error) => error,
  );
  expect(`${failure?.message} ${failure?.cause}`).toContain('it leads inside');
  expect(requests).toBe(0);
});

it("lets through what is the operator's own", async () => {
  guard({ trusts: ({ hostname }) => hostname === '127.0.0.1' });
  expect([await shared(url()), await own(url())]).toEqual(['there', 'there']);
  await expect(shared(url('localhost'))).rejects.toThrow('it is private');
});

it('follows no redirect, which could lead where no lookup is made', async () => {
  redirect = 'http://127.0.0.1:9/';
  guard(open);
  await expect(shared(url())).rejects.toThrow('fetch failed');
  await expect(own(url())).rejects.toThrow('fetch failed');
  expect(requests).toBe(2);
});
