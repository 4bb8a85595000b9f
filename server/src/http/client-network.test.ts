import { expect, test } from 'vitest';
import { clientNetwork } from './client-network.ts';

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['192.0.2.7:4711', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::9]:443', '2001:db8:1:2::/64'],
  ['fe80::1%eth0', 'fe80::/64'],
])('%s is counted as %s', (address, network) => {
  expect(clientNetwork(address)).toBe(network);
});

test.each(['', 'unknown', '_hidden', '1.2.3.4, 5.6.7.8', 'x'.repeat(10_000), '[::1'])(
  'what is no address is counted for the peer that sent it: %s',
  (address) => {
    expect(clientNetwork(address, '203.0.113.5')).toBe('203.0.113.5');
    expect(clientNetwork(address)).toBe('unknown');
  },
);
