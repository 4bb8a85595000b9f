import { describe, expect, it } from 'vitest';
import { decodeG711, encodeG711, type G711 } from './g711.ts';

const ALL_CODES = Uint8Array.from({ length: 256 }, (_, code) => code);
const ALL_SAMPLES = Int16Array.from({ length: 0x10000 }, (_, i) => i - 0x8000);

function encodeOne(codec: G711, sample: number): number {
  return encodeG711(codec, Int16Array.of(sample))[0]!;
}

describe('G.711', () => {
  // Output values of G.711 tables 1a to 2b, on the 16-bit scale (A-law × 8 → 16 bits from 13, µ-law × 4 from 14).
  it.each<[G711, number, number]>([
    ['PCMA', 0xd5, 8],
    ['PCMA', 0x55, -8],
    ['PCMA', 0xaa, 32256],
    ['PCMA', 0x2a, -32256],
    ['PCMA', 0xc5, 264],
    ['PCMA', 0x80, 5504],
    ['PCMU', 0xff, 0],
    ['PCMU', 0x7f, 0],
    ['PCMU', 0xfe, 8],
    ['PCMU', 0x7e, -8],
    ['PCMU', 0x80, 32124],
    ['PCMU', 0x00, -32124],
    ['PCMU', 0xef, 132],
  ])('%s decodes 0x%x to %i', (codec, code, sample) => {
    expect(decodeG711(codec, Uint8Array.of(code))[0]).toBe(sample);
  });

  // The digital milliwatt of G.711 tables 5 and 6: 1 kHz at 0 dBm0, −3.14 dB (A-law) and −3.17 dB (µ-law) of overload.
  it.each<[G711, number[]]>([
    ['PCMA', [0x34, 0x21, 0x21, 0x34, 0xb4, 0xa1, 0xa1, 0xb4]],
    ['PCMU', [0x1e, 0x0b, 0x0b, 0x1e, 0x9e, 0x8b, 0x8b, 0x9e]],
  ])('%s encodes the digital milliwatt as the recommendation lists it', (codec, codes) => {
    const overload = codec === 'PCMA' ? 10 ** (3.14 / 20) : 10 ** (3.17 / 20);
    const fullScale = codec === 'PCMA' ? 32768 : 8159 * 4;
    const sine = codes.map((_, n) => -Math.round((fullScale / overload) * Math.sin((2 * Math.PI * (n + 0.5)) / 8)));
    expect([...encodeG711(codec, Int16Array.from(sine))]).toEqual(codes);
  });

  it('encodes silence as 0xFF (µ) and 0xD5 (A), and the extremes', () => {
    expect(encodeOne('PCMU', 0)).toBe(0xff);
    expect(encodeOne('PCMA', 0)).toBe(0xd5);
    expect([encodeOne('PCMU', 32767), encodeOne('PCMU', -32768)]).toEqual([0x80, 0x00]);
    expect([encodeOne('PCMA', 32767), encodeOne('PCMA', -32768)]).toEqual([0xaa, 0x2a]);
  });

  it.each<[G711, Record<number, number>]>([
    ['PCMA', {}],
    // The two zeros of µ-law are one in linear audio.
    ['PCMU', { 127: 0xff }],
  ])('%s: every code survives decoding and encoding', (codec, exceptions) => {
    const back = encodeG711(codec, decodeG711(codec, ALL_CODES));
    expect([...back]).toEqual([...ALL_CODES].map((code) => exceptions[code] ?? code));
  });

  it.each<G711>(['PCMU', 'PCMA'])('%s: quantization is monotonic and errs by half a step at most', (codec) => {
    const decoded = decodeG711(codec, encodeG711(codec, ALL_SAMPLES));
    const levels = [...new Set(decodeG711(codec, ALL_CODES))].sort((a, b) => a - b);
    const clipping = levels.at(-1)!;
    for (let i = 1; i < ALL_SAMPLES.length; i++) {
      if (decoded[i]! < decoded[i - 1]!) throw new Error(`falls at ${ALL_SAMPLES[i]}`);
      if (Math.abs(ALL_SAMPLES[i]!) > clipping) continue;
      const at = levels.indexOf(decoded[i]!);
      const step = Math.max((levels[at + 1] ?? Infinity) - levels[at]!, levels[at]! - (levels[at - 1] ?? -Infinity));
      const halfStep = Math.min(step, 1024) / 2;
      if (Math.abs(decoded[i]! - ALL_SAMPLES[i]!) > halfStep) throw new Error(`${ALL_SAMPLES[i]} → ${decoded[i]}`);
    }
  });

  it('writes to memory that is given, and refuses what is too small', () => {
    const bytes = new Uint8Array(4).fill(7);
    expect(encodeG711('PCMU', Int16Array.of(0, 0), bytes)).toBe(bytes);
    expect([...bytes]).toEqual([0xff, 0xff, 7, 7]);
    expect(() => encodeG711('PCMU', new Int16Array(5), bytes)).toThrow(RangeError);
    expect(() => decodeG711('PCMA', new Uint8Array(2), new Int16Array(1))).toThrow(RangeError);
  });
});
