import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readWav, WavError, wavHeader } from './wav.ts';

function file(header: Uint8Array, samples: Int16Array): Uint8Array {
  const data = new Uint8Array(samples.length * 2);
  const view = new DataView(data.buffer);
  samples.forEach((sample, i) => {
    view.setInt16(2 * i, sample, true);
  });
  return Uint8Array.from([...header, ...data]);
}

const ascii = (text: string) => [...text].map((character) => character.charCodeAt(0));
const SAMPLES = Int16Array.of(0, 1, -1, 32767, -32768, 1234);

describe('WAV', () => {
  it('has the header that the format describes', () => {
    const header = wavHeader({ sampleRateHz: 8000, channels: 2, dataBytes: 1000 });
    expect([...header]).toEqual([
      ...ascii('RIFF'),
      0x0c,
      0x04,
      0,
      0,
      ...ascii('WAVEfmt '),
      16,
      0,
      0,
      0,
      1,
      0,
      2,
      0,
      0x40,
      0x1f,
      0,
      0,
      0x00,
      0x7d,
      0,
      0,
      4,
      0,
      16,
      0,
      ...ascii('data'),
      0xe8,
      0x03,
      0,
      0,
    ]);
  });

  it('reads back what was written, at any offset in memory', () => {
    fc.assert(
      fc.property(
        fc.int16Array({ maxLength: 300 }),
        fc.constantFrom<1 | 2>(1, 2),
        fc.integer({ min: 1, max: 192_000 }),
        fc.integer({ min: 0, max: 3 }),
        (samples, channels, sampleRateHz, offset) => {
          const bytes = file(wavHeader({ sampleRateHz, channels, dataBytes: samples.length * 2 }), samples);
          const moved = new Uint8Array(bytes.length + offset);
          moved.set(bytes, offset);
          expect(readWav(moved.subarray(offset))).toEqual({ sampleRateHz, channels, samples });
        },
      ),
    );
  });

  it('reads a recording that was never finished: size 0, or more than there is', () => {
    for (const dataBytes of [0, 1_000_000, 2 ** 33])
      expect(readWav(file(wavHeader({ sampleRateHz: 8000, channels: 1, dataBytes }), SAMPLES)).samples).toEqual(
        SAMPLES,
      );
  });

  it('skips chunks it does not know, odd ones with their padding, and reads the extensible format', () => {
    const plain = file(wavHeader({ sampleRateHz: 16_000, channels: 1, dataBytes: 12 }), SAMPLES);
    const list = [...ascii('LIST'), 3, 0, 0, 0, 1, 2, 3, 0];
    const format = [
      ...ascii('fmt '),
      40,
      0,
      0,
      0,
      0xfe,
      0xff,
      ...plain.subarray(22, 36),
      22,
      0,
      16,
      0,
      4,
      0,
      0,
      0,
      1,
      0,
      ...new Uint8Array(14),
    ];
    const bytes = Uint8Array.from([...plain.subarray(0, 12), ...list, ...format, ...list, ...plain.subarray(36), 1, 2]);
    expect(readWav(bytes)).toEqual({ sampleRateHz: 16_000, channels: 1, samples: SAMPLES });
  });

  it.each([
    ['nothing', new Uint8Array(0)],
    ['another file', Uint8Array.from(ascii('OggS0000000000000000'))],
    ['a header alone', wavHeader({ sampleRateHz: 8000, channels: 1, dataBytes: 0 }).subarray(0, 36)],
    ['no format', Uint8Array.from([...ascii('RIFF'), 0, 0, 0, 0, ...ascii('WAVEdata'), 0, 0, 0, 0])],
    ['8 bits', wavHeader({ sampleRateHz: 8000, channels: 1, dataBytes: 0 }).fill(8, 34, 35)],
    ['µ-law', wavHeader({ sampleRateHz: 8000, channels: 1, dataBytes: 0 }).fill(7, 20, 21)],
    ['no channel', wavHeader({ sampleRateHz: 8000, channels: 1, dataBytes: 0 }).fill(0, 22, 23)],
  ])('refuses %s', (_, bytes) => {
    expect(() => readWav(bytes)).toThrow(WavError);
  });

  it('throws nothing but WavError at arbitrary and at damaged bytes', () => {
    const whole = file(wavHeader({ sampleRateHz: 8000, channels: 1, dataBytes: 12 }), SAMPLES);
    const damaged = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { maxLength: 6 }).map((changes) => {
      const bytes = whole.slice();
      for (const [at, value] of changes) bytes[at] = value;
      return bytes;
    });
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array({ maxLength: 200 }), damaged), (bytes) => {
        try {
          readWav(bytes);
        } catch (error) {
          expect(error).toBeInstanceOf(WavError);
        }
      }),
      { numRuns: 500 },
    );
  });
});
