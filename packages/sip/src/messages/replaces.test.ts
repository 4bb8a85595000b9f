import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatNameAddress, parseNameAddress } from './name-address.ts';
import { replacesOfUri, replacingUri } from './replaces.ts';

/** `word` of RFC 3261 section 25.1, of which a Call-ID consists. */
const word = fc.string({
  unit: fc.constantFrom(...'aZ09-.!%*_+`\'~()<>:\\"/[]?{}'.split('')),
  minLength: 1,
  maxLength: 20,
});
const tag = fc.stringMatching(/^[A-Za-z0-9.!%*_+`'~-]{1,20}$/);

it('of a dialog with any Call-ID and tags comes back out of a Refer-To, as the other side sees it', () => {
  const callIds = fc.tuple(word, word).map(([local, host]) => `${local}@${host}`);
  fc.assert(
    fc.property(fc.oneof(word, callIds), tag, tag, (callId, localTag, remoteTag) => {
      const dialog = { callId, localTag, remoteTag, remoteTarget: 'sip:ann@192.0.2.9:5060;transport=tcp' };
      const referTo = formatNameAddress({ uri: replacingUri(dialog) });
      const uri = parseNameAddress(referTo)!.uri;
      expect(uri.startsWith('sip:ann@192.0.2.9:5060;transport=tcp?Replaces=')).toBe(true);
      expect(replacesOfUri(uri)).toEqual({ callId, localTag: remoteTag, remoteTag: localTag, earlyOnly: false });
    }),
  );
});

it.each([
  ['sip:ann@192.0.2.9', null],
  ['sip:ann@192.0.2.9?Subject=a', null],
  [
    'sip:ann@192.0.2.9?Subject=a&replaces=1%3Bto-tag%3D2%3Bfrom-tag%3D3%3Bearly-only',
    { callId: '1', localTag: '2', remoteTag: '3', earlyOnly: true },
  ],
  ['sip:ann@192.0.2.9?Replaces=1%3Bto-tag%3D2', 'malformed'],
  ['sip:ann@192.0.2.9?Replaces=%', 'malformed'],
  ['sip:ann@192.0.2.9?Replaces=1%3Bto-tag%3D2%3Bfrom-tag%3D3&Replaces=4%3Bto-tag%3D5%3Bfrom-tag%3D6', 'malformed'],
])('of %s is read', (uri, expected) => {
  expect(replacesOfUri(uri)).toEqual(expected);
});
