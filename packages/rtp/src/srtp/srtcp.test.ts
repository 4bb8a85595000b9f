import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writeRtcp } from '../rtcp/write-rtcp.ts';
import { deriveSessionKeys } from './key-derivation.ts';
import { createPacketCipher } from './packet-cipher.ts';
import { CLEAR_BYTES, controlLayout, controlPosition } from './srtcp-packet.ts';
import { SrtcpReceiver } from './srtcp-receiver.ts';
import { SrtcpSender } from './srtcp-sender.ts';
import { masterKeyBytes, SRTP_SUITES, type SrtpSuite } from './suite.ts';

const hex = (text: string) => Buffer.from(text.replace(/\s/g, ''), 'hex');
const master = (suite: SrtpSuite, byte = 7) => new Uint8Array(masterKeyBytes(suite)).map((_, i) => byte * (i + 1));
const report = (ssrc = 77) =>
  writeRtcp([
    { type: 'receiver_report', ssrc, blocks: [] },
    { type: 'source_description', sources: [{ ssrc, cname: 'one' }] },
  ]);

describe('the published vectors of RFC 7714', () => {
  const packet = hex(
    '81c8000d4d617273 4e5450314e545032525450200000042a0000e9304c756e61 deadbeefdeadbeefdeadbeefdeadbeefdeadbeef',
  );
  const salt = hex('517569642070726f2071756f');
  const key = hex('000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f');
  const keys = (keyBytes: number) => ({
    ...{ encryption: key.subarray(0, keyBytes), salt, authentication: new Uint8Array(0) },
  });

  it.each([
    [
      'AEAD_AES_128_GCM',
      16,
      '63e94885dcdab67ca727d7662f6b7e997ff5c0f76c06f32dc676a5f1730d6fda4ce09b4686303ded0bb9275bc84aa45896cf4d2fc5abf87245d9eade',
    ],
    [
      'AEAD_AES_256_GCM',
      32,
      'd50ae4d1f5ce5d304ba297e47d470c282c3ece5dbffe0a50a2eaa5c1110555be8415f658c61de0476f1b6fad1d1eb30c4446839f57ff6f6cb26ac3be',
    ],
  ] as const)('of %s, encrypted: sections 17.1 and 17.2', (suite, keyBytes, sealed) => {
    const cipher = createPacketCipher(suite, keys(keyBytes));
    const position = controlPosition(0x4d617273, 0x800005d4);
    expect(cipher.seal(packet, CLEAR_BYTES, position)).toEqual(
      Buffer.concat([packet.subarray(0, CLEAR_BYTES), hex(sealed)]),
    );
  });

  it('of AEAD_AES_128_GCM, authenticated only: section 17.3', () => {
    const cipher = createPacketCipher('AEAD_AES_128_GCM', keys(16));
    const sealed = Buffer.concat([packet, hex('841dd9683dd78ec92ae58790125f62b3')]);
    const position = controlPosition(0x4d617273, 0x000005d4);
    expect(cipher.seal(packet, packet.length, position)).toEqual(sealed);
    expect(cipher.open(sealed, packet.length, position)).toEqual(packet);
  });
});

it('opens what libsrtp has sealed: the reference of its own tests, with AES_CM_128_HMAC_SHA1_80', () => {
  const receiver = new SrtcpReceiver(
    'AES_CM_128_HMAC_SHA1_80',
    hex('e1f97a0d3e018be0d64fa32c06de4139 0ec675ad498afeebb6960b3aabe6'),
  );
  const sealed = hex('81c8000bcafebabe 7128035be487b9bdbef89041f977a5a8 80000001 993e08cd54d6c1230798');
  expect(Buffer.from(receiver.open(sealed) as Uint8Array)).toEqual(
    hex('81c8000bcafebabe abababababababababababababababab'),
  );
});

describe.each(SRTP_SUITES)('SRTCP with %s', (suite) => {
  const { tagBytes } = controlLayout(suite);
  const pair = () => ({
    sender: new SrtcpSender(suite, master(suite)),
    receiver: new SrtcpReceiver(suite, master(suite)),
  });

  it('opens whatever it has sealed, of which no more than the first header and SSRC can be read', () => {
    const { sender, receiver } = pair();
    fc.assert(
      fc.property(fc.uint8Array({ minLength: CLEAR_BYTES, maxLength: 300 }), (datagram) => {
        const sealed = sender.seal(datagram);
        expect(sealed).toHaveLength(datagram.length + 4 + tagBytes);
        expect([...sealed.subarray(0, CLEAR_BYTES)]).toEqual([...datagram.subarray(0, CLEAR_BYTES)]);
        expect([...(receiver.open(sealed) as Uint8Array)]).toEqual([...datagram]);
      }),
      { numRuns: 50 },
    );
  });

  it('counts its datagrams from 0 on, with the bit that says that they are encrypted', () => {
    const { sender } = pair();
    const words = [sender.seal(report()), sender.seal(report())].map((sealed) => {
      // At the very end (RFC 7714 section 9.2), or before a tag of 80 bits (RFC 3711 section 3.4).
      return Buffer.from(sealed).readUInt32BE(sealed.length - 4 - (suite.startsWith('AEAD') ? 0 : 10));
    });
    expect(words).toEqual([0x8000_0000, 0x8000_0001]);
  });

  it('takes no datagram twice, none of which a bit was changed, and none of another key', () => {
    const { sender, receiver } = pair();
    const sealed = sender.seal(report());
    fc.assert(
      fc.property(fc.nat(sealed.length - 1), fc.nat(7), (at, bit) => {
        const changed = Uint8Array.from(sealed);
        changed[at]! ^= 1 << bit;
        expect(receiver.open(changed)).toBe('forged');
      }),
    );
    expect(receiver.open(sealed)).toBeInstanceOf(Uint8Array);
    expect(receiver.open(sealed)).toBe('replayed');
    expect(new SrtcpReceiver(suite, master(suite, 8)).open(sealed)).toBe('forged');
  });

  it('opens a datagram that is authenticated and not encrypted', () => {
    const { receiver } = pair();
    const { isWordLast } = controlLayout(suite);
    const cipher = createPacketCipher(suite, deriveSessionKeys(suite, master(suite), 'rtcp'), tagBytes);
    const plain = report();
    const sealed = cipher.seal(plain, plain.length, controlPosition(77, 5));
    const parts = [plain, sealed.subarray(plain.length)];
    parts.splice(isWordLast ? 2 : 1, 0, Uint8Array.of(0, 0, 0, 5));
    const datagram = Buffer.concat(parts);
    expect([...(receiver.open(datagram) as Uint8Array)]).toEqual([...plain]);
    expect(receiver.open(datagram)).toBe('replayed');
  });

  it('gives every datagram a verdict', () => {
    const { receiver } = pair();
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), (datagram) => {
        expect(['malformed', 'forged']).toContain(receiver.open(datagram));
      }),
    );
  });
});
