import { expect, test } from 'vitest';
import { instanceOf, registrarOf } from './registrar.ts';

test.each([
  ['udp', 5060, 'parley', 'sip:sip.example.com', 'sip:parley@sip.example.com'],
  ['tls', 5061, 'parley', 'sip:sip.example.com', 'sip:parley@sip.example.com'],
  ['tcp', 5061, '+4930', 'sip:sip.example.com:5061', 'sip:+4930@sip.example.com'],
  ['auto', 5060, 'parley', 'sip:sip.example.com', 'sip:parley@sip.example.com'],
  ['udp', 5070, '12345@voice.example', 'sip:sip.example.com:5070', 'sip:12345@voice.example'],
  ['udp', 5060, 'two words#', 'sip:sip.example.com', 'sip:two%20words%23@sip.example.com'],
  ['udp', 5060, 'größe@ b', 'sip:sip.example.com', 'sip:gr%C3%B6%C3%9Fe%40%20b@sip.example.com'],
] as const)('over %s at %i, as %s', (transport, port, username, registrar, addressOfRecord) => {
  const target = { host: 'sip.example.com', port, transport };
  expect(registrarOf(target, username)).toEqual({ registrar, addressOfRecord });
});

test('at an address of IPv6, which has brackets in a URI', () => {
  const target = { host: '2001:db8::1', port: 5070, transport: 'udp' } as const;
  expect(registrarOf(target, 'parley')).toEqual({
    registrar: 'sip:[2001:db8::1]:5070',
    addressOfRecord: 'sip:parley@[2001:db8::1]',
  });
});

test('an instance is a UUID of the trunk: always the same, and of no other', () => {
  expect(instanceOf('trk_1')).toMatch(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(instanceOf('trk_1')).toBe(instanceOf('trk_1'));
  expect(instanceOf('trk_2')).not.toBe(instanceOf('trk_1'));
});
