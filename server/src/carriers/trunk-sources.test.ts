import { expect, test } from 'vitest';
import { TrunkSources } from './trunk-sources.ts';

const sources = new TrunkSources([
  {
    trunkId: 'pbx',
    transport: 'udp',
    places: [
      { protocol: 'udp', host: '192.0.2.10', port: 5060 },
      { protocol: 'udp', host: '192.0.2.11', port: 5060 },
    ],
    networks: [],
  },
  {
    trunkId: 'provider',
    transport: 'tcp',
    places: [{ protocol: 'tcp', host: '198.51.100.7', port: 5060 }],
    networks: ['203.0.114.0/24'],
  },
  {
    trunkId: 'hosts of the provider',
    transport: 'udp',
    places: [],
    networks: ['198.51.100.128/25', '203.0.113.9'],
  },
  {
    trunkId: 'same provider',
    transport: 'udp',
    places: [{ protocol: 'udp', host: '198.51.100.7', port: 5060 }],
    networks: [],
  },
  {
    trunkId: 'at IPv6',
    transport: 'udp',
    places: [{ protocol: 'udp', host: '2001:db8::1', port: 5060 }],
    networks: ['0.0.0.0/16'],
  },
  { trunkId: 'high', transport: 'udp', places: [], networks: ['250.1.0.0/16'] },
  {
    trunkId: 'encrypted',
    transport: 'tls',
    places: [{ protocol: 'tls', host: '192.0.2.20', port: 5061 }],
    networks: ['192.0.3.0/24'],
  },
  {
    trunkId: 'by its records',
    transport: 'auto',
    places: [
      { protocol: 'tls', host: '192.0.2.30', port: 5061 },
      { protocol: 'tcp', host: '192.0.2.31', port: 5060 },
    ],
    networks: ['192.0.4.0/24'],
  },
  {
    trunkId: 'networks of IPv6',
    transport: 'udp',
    places: [],
    networks: ['2001:db8:7::/48', '2001:db8:8::5', '::ffff'],
  },
  { trunkId: 'not found yet', transport: 'auto', places: [], networks: ['192.0.5.0/24'] },
]);

test.each([
  ['192.0.2.10', 5060, ['pbx']],
  ['2001:db8::1', 5060, ['at IPv6']],
  ['2001:db8::1', 5061, []],
  ['::1', 5060, []],
  ['192.0.2.11', 5060, ['pbx']],
  ['192.0.2.10', 5061, []],
  ['192.0.2.12', 5060, []],
  ['198.51.100.7', 5060, ['same provider']],
  ['198.51.100.127', 5060, []],
  ['198.51.100.128', 12_345, ['hosts of the provider']],
  ['198.51.100.255', 5060, ['hosts of the provider']],
  ['203.0.113.9', 40_000, ['hosts of the provider']],
  ['203.0.113.8', 40_000, []],
  ['250.1.255.255', 1, ['high']],
  ['250.2.0.0', 1, []],
  ['203.0.114.9', 5060, []],
  ['192.0.3.1', 5060, []],
  ['192.0.2.31', 5060, []],
  ['192.0.4.1', 5060, []],
  ['2001:db8:7:ffff::1', 1, ['networks of IPv6']],
  ['2001:db8:6:ffff::1', 1, []],
  ['2001:db8:8::5', 40_000, ['networks of IPv6']],
  ['2001:db8:8::6', 40_000, []],
  ['::0.0.255.255', 40_000, ['networks of IPv6']],
  ['fe80::1%eth0', 40_000, []],
])('%s:%i is of %j', (host, port, trunkIds) => {
  expect(sources.trunksAt({ protocol: 'udp', host, port })).toEqual(trunkIds);
});

test.each([
  ['tcp', '192.0.2.10', ['pbx']],
  ['tls', '192.0.2.10', ['pbx']],
  ['tcp', '198.51.100.7', ['provider', 'same provider']],
  ['tcp', '192.0.2.20', []],
  ['tls', '192.0.2.20', ['encrypted']],
  ['tls', '192.0.2.12', []],
  ['tcp', '203.0.113.9', ['hosts of the provider']],
  ['tcp', '203.0.114.9', ['provider']],
  ['tls', '203.0.114.9', ['provider']],
  ['tcp', '192.0.3.1', []],
  ['tls', '192.0.3.1', ['encrypted']],
  ['tls', '192.0.2.30', ['by its records']],
  ['tcp', '192.0.2.30', []],
  ['tcp', '192.0.2.31', ['by its records']],
  ['tcp', '192.0.4.1', ['by its records']],
  ['tcp', '192.0.5.1', []],
  ['tls', '192.0.5.1', ['not found yet']],
] as const)('a connection over %s from %s is of %j, whatever its port', (protocol, host, trunkIds) => {
  expect(sources.trunksAt({ protocol, host, port: 40_123 })).toEqual(trunkIds);
});
