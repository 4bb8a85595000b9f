import { expect, test } from 'vitest';
import { parseOutboundProxy } from './outbound-proxy.ts';

test.each([
  ['sbc.example.com', { host: 'sbc.example.com', port: null }],
  ['sbc.example.com:5080', { host: 'sbc.example.com', port: 5080 }],
  ['198.51.100.7:5060', { host: '198.51.100.7', port: 5060 }],
  ['[2001:DB8:0::1]:5061', { host: '2001:db8::1', port: 5061 }],
  ['[2001:db8::1]', { host: '2001:db8::1', port: null }],
])('%s is an outbound proxy', (text, proxy) => {
  expect(parseOutboundProxy(text)).toEqual(proxy);
});

test.each([
  ...['', ':5060', 'sbc.example.com:', 'sbc.example.com:0', 'sbc.example.com:65536', 'sip:sbc.example.com', '10.1'],
  ...['2001:db8::1', '[sbc.example.com]:5060', '[2001:db8::1', 'a b', 'sbc.example.com;lr', 'sbc.example.com:5060\n'],
])('%j is none', (text) => {
  expect(parseOutboundProxy(text)).toBeNull();
});
