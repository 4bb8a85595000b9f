import { describe, expect, it } from 'vitest';
import { LogMel } from './log-mel.ts';
import { melFilters } from './mel-filters.ts';

describe('the features of Whisper', () => {
  it('has the filters that Whisper keeps', () => {
    const filters = melFilters(80, 16_000, 400);
    // The first number in `mel_filters.npz` of openai/whisper that is not 0.
    expect(filters[0]!.weights[1 - filters[0]!.firstBin]).toBeCloseTo(0.024_862_59, 8);
    // By librosa's formula in numpy 2.4.
    expect(Math.max(...filters[40]!.weights)).toBeCloseTo(0.014_735_565_7, 9);
    expect(filters[40]!.firstBin + filters[40]!.weights.indexOf(Math.max(...filters[40]!.weights))).toBe(43);
    expect(Math.max(...filters[79]!.weights)).toBeCloseTo(0.003_164_711_7, 9);
  });

  it('gives what numpy gives by the same formula, of four seconds of silence and four of two tones', () => {
    const samples = Float32Array.from({ length: 128_000 }, (_, n) =>
      n < 64_000
        ? 0
        : 0.3 * Math.sin((2 * Math.PI * 440 * n) / 16_000) + 0.1 * Math.sin((2 * Math.PI * 3000 * n) / 16_000),
    );
    const mels = new LogMel().measure(samples);
    expect(mels).toHaveLength(80 * 800);
    const known: [mel: number, column: number, value: number][] = [
      [0, 0, -0.272206],
      [0, 399, 0.619429],
      [10, 400, 1.557792],
      [10, 401, 1.639079],
      [14, 799, 0.771878],
      [58, 600, -0.272206],
      [79, 799, -0.144492],
    ];
    for (const [mel, column, value] of known) expect(mels[mel * 800 + column]).toBeCloseTo(value, 4);
    expect(mels.reduce((sum, mel) => sum + mel, 0) / mels.length).toBeCloseTo(-0.202273, 4);
  });
});
