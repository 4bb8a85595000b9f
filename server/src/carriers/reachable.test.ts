import { expect, test } from 'vitest';
import { whyUnreachable } from './reachable.ts';

test.each([
  [undefined, /^is missing: it must be the https address/],
  ['http://calls.example.org', /^must be the https address/],
  ['https://127.0.0.1:3000', /leads to a private address$/],
  ['https://10.0.0.5', /leads to a private address$/],
  ['https://[::1]', /leads to a private address$/],
  ['https://localhost', /leads to a private address$/],
])('%s is no address that a carrier reaches', (publicUrl, why) => {
  expect(whyUnreachable('Twilio', publicUrl, null)).toMatch(why);
});

test('a public address may be one, and for a server in the place of the carrier any address', () => {
  expect(whyUnreachable('Twilio', 'https://calls.example.org', null)).toBeNull();
  expect(whyUnreachable('Telnyx', 'http://127.0.0.1:3000', 'http://127.0.0.1:4000')).toBeNull();
});
