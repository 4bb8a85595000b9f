import { expect, test } from 'vitest';
import { locationTarget } from './locate-trunk.ts';

test.each([
  ['udp', 5060, null],
  ['tcp', 5060, null],
  ['tls', 5061, null],
  ['udp', 5061, 5061],
  ['tls', 5060, 5060],
] as const)('over %s the port %i counts as %j', (transport, port, given) => {
  const target = { host: 'sip.example', port, transport };
  expect(locationTarget(target)).toEqual({ host: 'sip.example', port: given, protocol: transport });
});

test.each([
  [5060, null],
  [5061, 5061],
] as const)('where DNS chooses the transport the port %i counts as %j', (port, given) => {
  const target = { host: 'sip.example', port, transport: 'auto' } as const;
  expect(locationTarget(target)).toEqual({ host: 'sip.example', port: given, protocol: null });
});

test.each([
  ['udp', 'sbc.example', 'sbc.example', null],
  ['tls', 'sbc.example:5061', 'sbc.example', null],
  ['udp', 'sbc.example:5061', 'sbc.example', 5061],
  ['udp', '[2001:db8::1]:5080', '2001:db8::1', 5080],
] as const)('over %s a trunk with the outbound proxy %s is there', (transport, outbound_proxy, host, port) => {
  const target = { host: 'sip.example', port: 5070, transport, outbound_proxy };
  expect(locationTarget(target)).toEqual({ host, port, protocol: transport });
});
