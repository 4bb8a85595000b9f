import { tone } from '@parley/audio';
import { describe, expect, it } from 'vitest';
import { SteadySound } from './steady-sound.ts';

/** Pushes in pieces of 70 ms, which fit no window. */
function heard(sound: Int16Array): SteadySound {
  const steadiness = new SteadySound();
  for (let start = 0; start < sound.length; start += 560) steadiness.push(sound.subarray(start, start + 560));
  return steadiness;
}

/** A tone whose level changes five times a second by so many decibels, as syllables do. */
function syllables(depthDb: number): Int16Array {
  return tone([200], 2000, { amplitude: 0.25 }).map(
    (sample, i) => sample * 10 ** ((-depthDb / 40) * (1 - Math.cos((2 * Math.PI * 2.5 * i) / 8000))),
  );
}

describe('SteadySound', () => {
  it.each([[[440]], [[350, 440]], [[440, 480]], [[2100]]])(
    'is a tone of %j Hz, silence around it or not',
    (frequenciesHz) => {
      const sound = new Int16Array(16_000);
      sound.set(tone(frequenciesHz, 1000, { amplitude: 0.1 }), 5000);
      expect(heard(sound).isSteady).toBe(true);
    },
  );

  it('is no sound whose level changes as that of speech does', () => {
    expect(heard(syllables(10)).isSteady).toBe(false);
    expect(heard(syllables(0)).isSteady).toBe(true);
  });

  it('is neither silence nor a short vowel', () => {
    expect(heard(new Int16Array(16_000)).isSteady).toBe(false);
    expect(heard(tone([440], 400)).isSteady).toBe(false);
  });
});
