import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isRtcp, parseRtp, type RtpPacket, writeRtp } from './packet.ts';

const uint16 = fc.integer({ min: 0, max: 0xffff });
const uint32 = fc.integer({ min: 0, max: 0xffffffff });

const packet: fc.Arbitrary<RtpPacket> = fc.record({
  marker: fc.boolean(),
  payloadType: fc.integer({ min: 0, max: 127 }),
  sequenceNumber: uint16,
  timestamp: uint32,
  ssrc: uint32,
  csrcs: fc.array(uint32, { maxLength: 15 }),
  extension: fc.option(
    fc.record({
      profile: uint16,
      data: fc
        .integer({ min: 0, max: 8 })
        .chain((words) => fc.uint8Array({ minLength: 4 * words, maxLength: 4 * words })),
    }),
  ),
  payload: fc.uint8Array({ maxLength: 300 }),
});

/** The hexadecimal digits of a datagram, spaces allowed. */
function datagram(hex: string): Uint8Array {
  return Uint8Array.from(hex.replaceAll(' ', '').match(/../g)!, (byte) => Number.parseInt(byte, 16));
}

describe('parseRtp', () => {
  it('reads the fields where RFC 3550 section 5.1 puts them', () => {
    const bytes = datagram('b2 e5 0102 03040506 0708090a 0b0c0d0e 0f101112 bede 0001 aabbccdd 1122334455 000003');
    expect(parseRtp(bytes)).toEqual({
      marker: true,
      payloadType: 101,
      sequenceNumber: 0x0102,
      timestamp: 0x03040506,
      ssrc: 0x0708090a,
      csrcs: [0x0b0c0d0e, 0x0f101112],
      extension: { profile: 0xbede, data: datagram('aabbccdd') },
      payload: datagram('1122334455'),
    });
  });

  it('reads back whatever was written, padded or not', () => {
    fc.assert(
      fc.property(packet, fc.integer({ min: 0, max: 255 }), (written, paddingBytes) => {
        expect(parseRtp(writeRtp({ ...written, paddingBytes }))).toEqual(written);
      }),
    );
  });

  it.each([
    ['nothing', ''],
    ['11 bytes', '80 00 0001 00000000 000000'],
    ['version 1', '40 00 0001 00000000 00000001 ff'],
    ['STUN', '00 01 0000 2112a442 000000000000000000000000'],
    ['CSRCs that are not there', '8f 00 0001 00000000 00000001 00000002'],
    ['an extension without its header', '90 00 0001 00000000 00000001 bede'],
    ['an extension that is cut off', '90 00 0001 00000000 00000001 bede 0002 00000000'],
    ['padding of length 0', 'a0 00 0001 00000000 00000001 ffff00'],
    ['padding that reaches into the header', 'a0 00 0001 00000000 00000001 ffff04'],
    ['padding, but no byte for its length', 'a0 00 0001 00000000 00000001'],
  ])('refuses %s', (_, hex) => {
    expect(parseRtp(hex === '' ? new Uint8Array(0) : datagram(hex))).toBeNull();
  });

  it('never throws, and never reads a payload from beyond the datagram', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), fc.boolean(), (bytes, isVersion2) => {
        if (isVersion2 && bytes.length > 0) bytes[0] = (bytes[0]! & 0x3f) | 0x80;
        const parsed = parseRtp(bytes);
        if (parsed === null) return;
        const { extension, payload, csrcs } = parsed;
        const extensionBytes = extension ? 4 + extension.data.length : 0;
        expect(12 + 4 * csrcs.length + extensionBytes + payload.length).toBeLessThanOrEqual(bytes.length);
      }),
      { numRuns: 5000 },
    );
  });
});

describe('writeRtp', () => {
  const plain = { marker: false, payloadType: 0, sequenceNumber: 1, timestamp: 2, ssrc: 3, payload: new Uint8Array(0) };

  it('refuses what does not fit into the header', () => {
    expect(() => writeRtp({ ...plain, csrcs: new Array(16).fill(1) })).toThrow(RangeError);
    expect(() => writeRtp({ ...plain, extension: { profile: 0, data: new Uint8Array(3) } })).toThrow(RangeError);
    expect(() => writeRtp({ ...plain, paddingBytes: 256 })).toThrow(RangeError);
    expect(() => writeRtp({ ...plain, paddingBytes: -1 })).toThrow(RangeError);
  });
});

describe('isRtcp', () => {
  it.each([200, 201, 202, 203, 204, 205, 206, 207])('knows packet type %i', (type) => {
    expect(isRtcp(Uint8Array.of(0x80, type, 0, 1))).toBe(true);
  });

  it('leaves RTP alone, with the marker and without', () => {
    for (const payloadType of [0, 8, 13, 96, 101, 127])
      for (const marker of [0, 0x80]) expect(isRtcp(Uint8Array.of(0x80, marker | payloadType, 0, 1))).toBe(false);
    expect(isRtcp(Uint8Array.of(0x80))).toBe(false);
  });
});
