import { SAMPLE_RATE_HZ } from './frame.ts';

/** Rise and fall of every tone: long enough not to click, short enough for a DTMF digit (ITU-T Q.24 wants 5 ms at most). */
const FADE_MS = 4;
const DEFAULT_AMPLITUDE = 0.5;

/**
 * Sine waves of equal strength, added. `amplitude` is the peak of the sum, 0 to 1 of full scale (default 0.5).
 * No frequency at all gives silence. RangeError for an amplitude out of range.
 */
export function tone(
  frequenciesHz: number[],
  durationMs: number,
  options: { amplitude?: number; sampleRateHz?: number } = {},
): Int16Array {
  const { amplitude = DEFAULT_AMPLITUDE, sampleRateHz = SAMPLE_RATE_HZ } = options;
  if (!(amplitude >= 0 && amplitude <= 1)) throw new RangeError(`amplitude ${amplitude} is not within 0 to 1`);
  const samples = new Int16Array(Math.round((durationMs * sampleRateHz) / 1000));
  const peak = (amplitude * 32767) / Math.max(1, frequenciesHz.length);
  const fadeSamples = Math.min((FADE_MS * sampleRateHz) / 1000, samples.length / 2);
  for (let i = 0; i < samples.length; i++) {
    let sum = 0;
    for (const frequencyHz of frequenciesHz) sum += Math.sin((2 * Math.PI * frequencyHz * i) / sampleRateHz);
    const distanceToEdge = Math.min(i, samples.length - 1 - i);
    samples[i] = Math.round(peak * sum * Math.min(1, distanceToEdge / fadeSamples));
  }
  return samples;
}
