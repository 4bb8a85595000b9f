import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodableUrl } from './decodable-url.ts';

test('what decodes stays as it is, and the rest becomes NUL', () => {
  expect(decodableUrl('/calls/%F0%9F%91%8D?a=%20+%26')).toBe('/calls/%F0%9F%91%8D?a=%20+%26');
  expect(decodableUrl('/calls/a%ED%A0%80b')).toBe('/calls/a%00b');
  expect(decodableUrl('/calls/%FF/hangup?status=%zz&limit=%')).toBe('/calls/%00/hangup?status=%00zz&limit=%00');
});

test('the answer always decodes', () => {
  const encoded = fc.array(fc.oneof(fc.constantFrom('%', '%C3', '%A9', '%ED%A0%80', '%00', '/', '?'), fc.string()));
  fc.assert(
    fc.property(encoded, (parts) => {
      expect(() => decodeURI(decodableUrl(parts.join('')))).not.toThrow();
    }),
  );
});
