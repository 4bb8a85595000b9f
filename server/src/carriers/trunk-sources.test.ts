import { expect, test } from 'vitest';
import { TrunkSources } from './trunk-sources.ts';

const sources = new TrunkSources([
  { trunkId: 'pbx', addresses: ['192.0.2.10', '192.0.2.11'], port: 5060, networks: [] },
  { trunkId: 'provider', addresses: ['198.51.100.7'], port: 5060, networks: ['198.51.100.128/25', '203.0.113.9'] },
  { trunkId: 'same provider', addresses: ['198.51.100.7'], port: 5060, networks: [] },
  { trunkId: 'high', addresses: [], port: 5060, networks: ['250.1.0.0/16'] },
]);

test.each([
  ['192.0.2.10', 5060, ['pbx']],
  ['192.0.2.11', 5060, ['pbx']],
  ['192.0.2.10', 5061, []],
  ['192.0.2.12', 5060, []],
  ['198.51.100.7', 5060, ['provider', 'same provider']],
  ['198.51.100.127', 5060, []],
  ['198.51.100.128', 12_345, ['provider']],
  ['198.51.100.255', 5060, ['provider']],
  ['203.0.113.9', 40_000, ['provider']],
  ['203.0.113.8', 40_000, []],
  ['250.1.255.255', 1, ['high']],
  ['250.2.0.0', 1, []],
])('%s:%i is of %j', (host, port, trunkIds) => {
  expect(sources.trunksAt({ host, port })).toEqual(trunkIds);
});
