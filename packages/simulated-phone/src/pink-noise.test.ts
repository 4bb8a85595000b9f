import { levelDbfs } from '@parley/audio';
import { describe, expect, it } from 'vitest';
import { PinkNoise } from './pink-noise.ts';
import { seededRandom } from './random.ts';

function noise(seconds: number, levelDb: number, seed = 1): Int16Array {
  const source = new PinkNoise(levelDb, seededRandom(seed));
  const frames = Array.from({ length: seconds * 50 }, () => source.nextFrame());
  return Int16Array.from(frames.flatMap((frame) => [...frame]));
}

/** Mean power at a frequency, over blocks of 20 ms. */
function powerAt(samples: Int16Array, frequencyHz: number): number {
  let power = 0;
  for (let start = 0; start + 160 <= samples.length; start += 160) {
    let real = 0;
    let imaginary = 0;
    for (let i = 0; i < 160; i++) {
      const angle = (2 * Math.PI * frequencyHz * i) / 8000;
      real += samples[start + i]! * Math.cos(angle);
      imaginary += samples[start + i]! * Math.sin(angle);
    }
    power += real * real + imaginary * imaginary;
  }
  return power;
}

describe('PinkNoise', () => {
  it.each([-20, -32, -50])('is as loud as it is asked to be: %d dBFS', (levelDb) =>
    expect(levelDbfs(noise(10, levelDb))).toBeCloseTo(levelDb, -0.3),
  );

  it('falls by 3 dB an octave', () => {
    const samples = noise(20, -20);
    const dropDb = 10 * Math.log10(powerAt(samples, 500) / powerAt(samples, 2000));
    expect(dropDb).toBeGreaterThan(4);
    expect(dropDb).toBeLessThan(8);
  });

  it('is the same for the same seed', () => {
    expect(noise(1, -32, 5)).toEqual(noise(1, -32, 5));
    expect(noise(1, -32, 5)).not.toEqual(noise(1, -32, 6));
  });
});
