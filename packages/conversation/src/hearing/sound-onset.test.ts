import { FRAME_SAMPLES } from '@parley/audio';
import { seededRandom } from '@parley/audio/testing';
import { describe, expect, it } from 'vitest';
import { SoundOnset } from './sound-onset.ts';

/** Root mean square of a line's noise at -50 dBov. */
const NOISE_RMS = 100;

const random = seededRandom(7);
/** White noise, or its low frequencies alone. */
function noise(rms: number, isLow = false): Int16Array {
  let held = 0;
  return Int16Array.from({ length: FRAME_SAMPLES }, (_, index) => {
    if (!isLow || index % 20 === 0) held = (random() - 0.5) * Math.sqrt(12) * rms;
    return Math.round(held);
  });
}

/** The frames, of those after two seconds of the line's noise, at which a sound is noticed. */
function noticed(frames: Int16Array[], voicedFrom = Number.POSITIVE_INFINITY, noiseRms = NOISE_RMS): number[] {
  const onset = new SoundOnset();
  for (let count = 0; count < 100; count += 1) onset.push(noise(noiseRms, true), false);
  return frames.flatMap((frame, index) => (onset.push(frame, index >= voicedFrom) ? [index] : []));
}

const repeat = (count: number, make: () => Int16Array): Int16Array[] => Array.from({ length: count }, make);

describe('the onset of a sound', () => {
  it('is noticed with its second frame, for as long as a detector takes', () => {
    expect(noticed(repeat(20, () => noise(400)))).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('is noticed in the high frequencies, though the whole is hardly louder', () => {
    const hiss = () => noise(NOISE_RMS, true).map((sample) => sample + (random() - 0.5) * 200);
    expect(noticed(repeat(20, hiss))[0]).toBe(1);
  });

  it('is left to the detector once that has noticed a voice', () => {
    expect(
      noticed(
        repeat(20, () => noise(400)),
        3,
      ),
    ).toEqual([1, 2]);
  });

  it('is none while a sound goes on, and one again behind a pause', () => {
    const frames = [
      ...repeat(10, () => noise(400)),
      ...repeat(4, () => noise(20)),
      ...repeat(10, () => noise(400)),
      ...repeat(6, () => noise(20)),
      ...repeat(4, () => noise(4000)),
    ];
    expect(noticed(frames)).toEqual([1, 2, 3, 4, 5, 6, 31, 32, 33]);
  });

  it.each([0, NOISE_RMS, 500])('is none of a click, nor of the noise of a line itself (RMS %i)', (rms) => {
    const frames = repeat(200, () => noise(rms, true));
    frames[100] = noise(6000);
    expect(noticed(frames, Number.POSITIVE_INFINITY, rms)).toEqual([]);
  });
});
