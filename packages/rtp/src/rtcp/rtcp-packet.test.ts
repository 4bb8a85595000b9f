import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRtcp } from './read-rtcp.ts';
import type { RtcpPacket } from './rtcp-packet.ts';
import { writeRtcp } from './write-rtcp.ts';

const uint32 = fc.nat(0xffff_ffff);
const block = fc.record({
  ssrc: uint32,
  fractionLost: fc.nat(255),
  packetsLost: fc.integer({ min: -0x80_0000, max: 0x7f_ffff }),
  highestSequence: uint32,
  jitter: uint32,
  lastReport: uint32,
  sinceLastReport: uint32,
});
const blocks = fc.array(block, { maxLength: 31 });
const packet: fc.Arbitrary<RtcpPacket> = fc.oneof(
  fc.record({
    type: fc.constant('sender_report' as const),
    ssrc: uint32,
    sentAt: fc.record({ seconds: uint32, fraction: uint32 }),
    rtpTimestamp: uint32,
    packets: uint32,
    octets: uint32,
    blocks,
  }),
  fc.record({ type: fc.constant('receiver_report' as const), ssrc: uint32, blocks }),
  fc.record({
    type: fc.constant('source_description' as const),
    sources: fc.array(
      fc.record({ ssrc: uint32, cname: fc.option(fc.string({ unit: 'grapheme-ascii', maxLength: 255 })) }),
      { maxLength: 31 },
    ),
  }),
  fc.record({ type: fc.constant('bye' as const), ssrcs: fc.array(uint32, { maxLength: 31 }) }),
);
const datagram = fc.array(packet, { minLength: 1, maxLength: 6 });

/** A header, and so many words of it. */
const unknown = (type: number, words: number, byte = 0) =>
  Uint8Array.of(0x80, type, words >> 8, words, ...new Uint8Array(4 * words).fill(byte));

describe('RTCP', () => {
  it('is read as it was written, in any order: compound or of reduced size', () => {
    fc.assert(
      fc.property(datagram, (packets) => {
        expect(parseRtcp(writeRtcp(packets))).toEqual(packets);
      }),
    );
  });

  it('is as RFC 3550 section 6 draws it', () => {
    const bytes = writeRtcp([
      {
        type: 'receiver_report',
        ssrc: 0x01020304,
        blocks: [
          {
            ...{ ssrc: 5, fractionLost: 64, packetsLost: -2, highestSequence: 0x10007, jitter: 80 },
            ...{ lastReport: 0xaabbccdd, sinceLastReport: 0x8000 },
          },
        ],
      },
      { type: 'source_description', sources: [{ ssrc: 0x01020304, cname: 'abc' }] },
      { type: 'bye', ssrcs: [0x01020304] },
    ]);
    expect(Buffer.from(bytes).toString('hex')).toBe(
      [
        ...['81c90007', '01020304', '00000005', '40fffffe', '00010007', '00000050', 'aabbccdd', '00008000'],
        ...['81ca0003', '01020304', '01036162', '63000000', '81cb0001', '01020304'],
      ].join(''),
    );
  });

  it('gives every datagram a verdict, mutated or not, and at any offset of its buffer', () => {
    const mutated = fc
      .tuple(datagram, fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 8 }), fc.nat(64))
      .map(([packets, changes, cut]) => {
        const bytes = writeRtcp(packets);
        for (const [at, byte] of changes) bytes[at % bytes.length] = byte;
        return bytes.subarray(0, Math.max(0, bytes.length - cut));
      });
    fc.assert(
      fc.property(fc.oneof(mutated, fc.uint8Array({ maxLength: 200 })), (bytes) => {
        const shifted = new Uint8Array(bytes.length + 3);
        shifted.set(bytes, 3);
        const read = parseRtcp(shifted.subarray(3));
        expect(read).toEqual(parseRtcp(bytes));
        // What was read can be written, and is the same when it is read again.
        if (read !== null && read.length > 0 && !JSON.stringify(read).includes('\ufffd'))
          expect(parseRtcp(writeRtcp(read))).toEqual(read);
      }),
      { numRuns: 2000 },
    );
  });

  it('passes over types that are not known', () => {
    const bye = writeRtcp([{ type: 'bye', ssrcs: [7] }]);
    expect(parseRtcp(Uint8Array.of(...unknown(207, 3), ...bye))).toEqual([{ type: 'bye', ssrcs: [7] }]);
    expect(parseRtcp(unknown(205, 2))).toEqual([]);
  });

  it('may be padded in its last packet alone', () => {
    const padded = (bytes: Uint8Array, padding: number) => {
      const copy = Uint8Array.of(...bytes, ...new Uint8Array(4).fill(padding));
      copy[0]! |= 0x20;
      copy[3]! += 1;
      return copy;
    };
    const bye = writeRtcp([{ type: 'bye', ssrcs: [7] }]);
    expect(parseRtcp(padded(bye, 4))).toEqual([{ type: 'bye', ssrcs: [7] }]);
    expect(parseRtcp(Uint8Array.of(...padded(bye, 4), ...bye))).toBeNull();
    for (const padding of [0, 3, 16, 252]) expect(parseRtcp(padded(bye, padding))).toBeNull();
  });

  it.each([
    ['empty', []],
    ['of another version', [0x41, 203, 0, 1, 0, 0, 0, 7]],
    ['cut short', [0x81, 203, 0, 2, 0, 0, 0, 7]],
    ['of fewer sources than it says', [0x82, 203, 0, 1, 0, 0, 0, 7]],
    ['of fewer blocks than it says', [0x81, 201, 0, 1, 0, 0, 0, 7]],
    ['without an end of its items', [0x81, 202, 0, 2, 0, 0, 0, 7, 1, 2, 65, 65]],
    ['with an item that goes on behind it', [0x81, 202, 0, 2, 0, 0, 0, 7, 1, 9, 65, 0]],
  ])('is refused when it is %s', (_name, bytes) => {
    expect(parseRtcp(Uint8Array.from(bytes))).toBeNull();
  });

  it('does not take what does not fit', () => {
    expect(() => writeRtcp([{ type: 'bye', ssrcs: new Array(32).fill(1) }])).toThrow(RangeError);
    const sources = [{ ssrc: 1, cname: 'x'.repeat(256) }];
    expect(() => writeRtcp([{ type: 'source_description', sources }])).toThrow(RangeError);
  });
});
