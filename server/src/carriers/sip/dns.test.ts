import { afterAll, beforeAll, expect, test } from 'vitest';
import { DnsServer } from '../../../../tests/support/dns-server.ts';
import { createDns } from './dns.ts';
import { trunkLocator } from './locate-trunk.ts';

let server: DnsServer;
beforeAll(async () => {
  server = await DnsServer.start({
    a: { 'one.carrier.test': '192.0.2.1', 'two.carrier.test': '192.0.2.2' },
    srv: {
      '_sip._tcp.carrier.test': [
        { priority: 2, weight: 0, port: 5062, name: 'two.carrier.test' },
        { priority: 1, weight: 0, port: 5061, name: 'one.carrier.test' },
      ],
    },
  });
});
afterAll(() => server.close());

test('the servers of a name are asked of the DNS server that was named', async () => {
  const dns = createDns([server.address]);
  expect(await dns.srv('_sip._tcp.carrier.test')).toMatchObject([
    { priority: 2, weight: 0, port: 5062, name: 'two.carrier.test' },
    { priority: 1, weight: 0, port: 5061, name: 'one.carrier.test' },
  ]);
  expect(await dns.a('one.carrier.test')).toEqual({ addresses: ['192.0.2.1'], ttlS: 60 });
});

test('what is not there is nothing, and names of the hosts file are found', async () => {
  const dns = createDns([server.address]);
  expect([await dns.srv('_sip._udp.carrier.test'), await dns.naptr('carrier.test')]).toEqual([[], []]);
  expect((await dns.a('localhost')).addresses).toContain('127.0.0.1');
});

test('a trunk at the usual port is at its servers, at another port at its own addresses', async () => {
  const locate = trunkLocator(createDns([server.address]), ['ipv4']);
  const located = await locate({ host: 'carrier.test', port: 5060, transport: 'tcp' });
  expect(located.servers.flatMap(({ hops }) => hops)).toEqual([
    { protocol: 'tcp', host: '192.0.2.1', port: 5061 },
    { protocol: 'tcp', host: '192.0.2.2', port: 5062 },
  ]);
  const single = await locate({ host: 'two.carrier.test', port: 5080, transport: 'tcp' });
  expect(single.servers.flatMap(({ hops }) => hops)).toEqual([{ protocol: 'tcp', host: '192.0.2.2', port: 5080 }]);
});
