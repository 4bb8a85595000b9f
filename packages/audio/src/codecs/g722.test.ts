import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { G722Decoder, G722Encoder } from './g722.ts';

/** Noise of several levels and colours, by integers alone: the same in every language. */
function signal(length: number): Int16Array {
  const levels = [0, 40, 3000, 16_000, 9000, 300];
  let state = 1;
  let smooth = 0;
  return Int16Array.from({ length }, (_, i) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const random = (state >>> 16) - 32_768;
    smooth = Math.floor(i / 3200) % 2 === 1 ? (smooth * 3 + random) >> 2 : random;
    return (smooth * levels[Math.floor(i / 1600) % levels.length]!) >> 15;
  });
}

const sha256 = ({ buffer, byteOffset, byteLength }: Int16Array | Uint8Array) =>
  createHash('sha256')
    .update(new Uint8Array(buffer, byteOffset, byteLength))
    .digest('hex');

function encode(rateHz: 8000 | 16_000, samples: Int16Array): Uint8Array {
  const encoder = new G722Encoder(rateHz);
  const out = new Uint8Array(samples.length);
  let bytes = 0;
  for (let at = 0; at < samples.length; at += rateHz / 50)
    bytes += encoder.encode(samples.subarray(at, at + rateHz / 50), out.subarray(bytes));
  return out.subarray(0, bytes);
}

/** What spandsp 0.0.6 makes of the same signal, by its g722_encode and g722_decode. */
const SPANDSP = [
  {
    rateHz: 16_000,
    encoded: '436d4eafd27919597a531d5382ab4a26012e69000d04c955f0ae0acc869f82eb',
    decoded: 'f2a2f049146b5c8b793a9b64c6b93d7b99f9e21a2410cf0e843f4f68b51d5e47',
  },
  {
    rateHz: 8000,
    encoded: '9a50f6f892f078cb574fa30b6373f398226d511e5ac43b81226b6203b33d664a',
    decoded: '7fd21397bf6e9936657adf2f3050f8927145b82e11574d85bdccdbb585d47a55',
  },
] as const;

describe('G.722', () => {
  it.each(SPANDSP)('encodes and decodes bit for bit as spandsp does at $rateHz Hz', ({ rateHz, encoded, decoded }) => {
    const bytes = encode(rateHz, signal(32_000));
    expect(sha256(bytes)).toBe(encoded);
    expect(sha256(new G722Decoder(rateHz).decode(bytes))).toBe(decoded);
  });

  it('decodes any bytes as spandsp does', () => {
    let state = 7;
    const bytes = Uint8Array.from({ length: 16_000 }, () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return state >>> 24;
    });
    const expected = '6656050eca1bd7630cf0e338eb20bda79fdf691993886ad20cd12e13328213c9';
    expect(sha256(new G722Decoder(8000).decode(bytes))).toBe(expected);
  });

  it('limits what is too loud for 16 bits: it does not wrap', () => {
    const loud = Int16Array.from({ length: 3200 }, (_, i) => (Math.floor(i / 20) % 2 === 0 ? 32_767 : -32_768));
    const decoded = new G722Decoder(16_000).decode(encode(16_000, loud)).subarray(1600);
    expect(Math.max(...decoded)).toBe(32_767);
    for (let i = 45; i < decoded.length; i += 40) expect(decoded[i]! * decoded[i - 20]!).toBeLessThan(0);
  });
});
