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
