import { FRAME_SAMPLES } from '@parley/audio';
import { seededRandom } from '@parley/audio/testing';
import { describe, expect, it } from 'vitest';
import { SoundOnset } from './sound-onset.ts';

/** Root mean square of a line's noise at -50 dBov. */
const NOISE_RMS = 100;

const random = seededRandom(7);
/** Of the low frequencies' sample before, so much is left in the next one. */
const LOW_PASS = 0.9;
let low = 0;
/** White noise, or its low frequencies alone. */
function noise(rms: number, isLow = false): Int16Array {
  return Int16Array.from({ length: FRAME_SAMPLES }, () => {
    const sample = (random() - 0.5) * Math.sqrt(12) * rms;
    if (!isLow) return Math.round(sample);
    low = LOW_PASS * low + Math.sqrt(1 - LOW_PASS ** 2) * sample;
    return Math.round(low);
  });
}

/** The frames, of those after four seconds of the line's noise, at which a sound is noticed that may become a voice. */
function noticed(
  frames: Int16Array[],
  voicedFrom = Number.POSITIVE_INFINITY,
  lineNoise = () => noise(NOISE_RMS, true),
): number[] {
  const onset = new SoundOnset();
  for (let count = 0; count < 200; count += 1) onset.push(lineNoise(), false);
  return frames.flatMap((frame, index) => (onset.push(frame, index >= voicedFrom) > 0 ? [index] : []));
}

const repeat = (count: number, make: () => Int16Array): Int16Array[] => Array.from({ length: count }, make);

describe('the onset of a sound', () => {
  it('is noticed with its first frame where that is much louder, for as long as a detector takes', () => {
    expect(noticed(repeat(20, () => noise(400)))).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });

  it.each([
    ['an "s"', () => noise(45), 1],
    ['a hiss of the line itself', () => noise(5), undefined],
  ])('is noticed in the high frequencies, though the whole is hardly louder: %s', (_, hiss, at) => {
    const over = (): Int16Array => {
      const added = hiss();
      return noise(NOISE_RMS, true).map((sample, index) => sample + added[index]!);
    };
    expect(noticed(repeat(20, over))[0]).toBe(at);
  });

  it('is noticed among the vowels, behind a rumble that is louder', () => {
    const rumble = (): Int16Array =>
      Int16Array.from({ length: FRAME_SAMPLES }, (_, index) => 400 * Math.sin((index * Math.PI) / 80));
    const vowel = (): Int16Array => rumble().map((sample, index) => sample + 120 * Math.sin((index * Math.PI) / 6));
    expect(noticed(repeat(20, vowel), Number.POSITIVE_INFINITY, rumble)[0]).toBe(0);
  });

  it('tells how long the sound has gone on', () => {
    const onset = new SoundOnset();
    for (let count = 0; count < 200; count += 1) onset.push(noise(NOISE_RMS, true), false);
    const ages = repeat(9, () => noise(400)).map((frame) => onset.push(frame, false));
    expect(ages).toEqual([1, 2, 3, 4, 5, 6, 7, 0, 0]);
  });

  it('is left to the detector once that has noticed a voice', () => {
    expect(
      noticed(
        repeat(20, () => noise(400)),
        3,
      ),
    ).toEqual([0, 1, 2]);
  });

  it('is none while a sound goes on, and one again behind a pause', () => {
    const frames = [
      ...repeat(10, () => noise(400)),
      ...repeat(4, () => noise(20)),
      ...repeat(10, () => noise(400)),
      ...repeat(6, () => noise(20)),
      ...repeat(4, () => noise(4000)),
    ];
    expect(noticed(frames)).toEqual([0, 1, 2, 3, 4, 5, 6, 30, 31, 32, 33]);
  });

  it.each([0, NOISE_RMS, 500])(
    'is over with the frame of a click, and none of the noise of a line itself (RMS %i)',
    (rms) => {
      const frames = repeat(1000, () => noise(rms, true));
      frames[500] = noise(6000);
      expect(noticed(frames, Number.POSITIVE_INFINITY, () => noise(rms, true))).toEqual([500]);
    },
  );

  it('is none of a rumble that swells and ebbs', () => {
    // Two frames each of +4 and -4 dB.
    let count = 0;
    const swelling = (): Int16Array => {
      count += 1;
      return noise(NOISE_RMS * 10 ** ((count % 4 < 2 ? 4 : -4) / 20), true);
    };
    expect(noticed(repeat(400, swelling), Number.POSITIVE_INFINITY, swelling)).toEqual([]);
  });
});
