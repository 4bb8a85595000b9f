import { SAMPLE_RATE_HZ } from '@parley/audio';

/** 0 to 1, from a seed. */
export type Random = () => number;

export const samplesOf = (seconds: number): number => Math.round(seconds * SAMPLE_RATE_HZ);
export const silence = (seconds: number): Float64Array => new Float64Array(samplesOf(seconds));
export const between = (random: Random, low: number, high: number): number => low + (high - low) * random();
export const oneOf = <T>(random: Random, choices: readonly T[]): T => choices[Math.floor(random() * choices.length)]!;

/** Gaussian enough: the sum of three uniform ones, of unit variance. */
export const gaussian = (random: Random): number => 2 * (random() + random() + random() - 1.5);

export function whiteNoise(seconds: number, random: Random): Float64Array {
  return silence(seconds).map(() => gaussian(random));
}

/** Low-passed by one pole: 0 leaves it white, 0.99 makes it rumble. */
export function colouredNoise(seconds: number, pole: number, random: Random): Float64Array {
  let state = 0;
  return silence(seconds).map(() => {
    state = pole * state + Math.sqrt(1 - pole * pole) * gaussian(random);
    return state;
  });
}

/** Two poles at a frequency. The gain at it is about one. */
export function resonate(samples: Float64Array, frequencyHz: number, bandwidthHz: number): Float64Array {
  const radius = Math.exp((-Math.PI * bandwidthHz) / SAMPLE_RATE_HZ);
  const angle = (2 * Math.PI * frequencyHz) / SAMPLE_RATE_HZ;
  const gain = (1 - radius) * Math.sqrt(1 - 2 * radius * Math.cos(2 * angle) + radius * radius);
  let last = 0;
  let before = 0;
  return samples.map((sample) => {
    const out = gain * sample + 2 * radius * Math.cos(angle) * last - radius * radius * before;
    before = last;
    last = out;
    return out;
  });
}

/** Adds `part` to `whole` from `at` on, as far as it has room. */
export function add(whole: Float64Array, part: Float64Array, at: number, gain = 1): void {
  const from = Math.max(0, Math.round(at));
  for (let i = 0; i < part.length && from + i < whole.length; i++) whole[from + i]! += gain * part[i]!;
}

export function sum(parts: readonly Float64Array[]): Float64Array {
  const whole = new Float64Array(Math.max(...parts.map(({ length }) => length)));
  for (const part of parts) add(whole, part, 0);
  return whole;
}

export function concatenate(parts: readonly Float64Array[]): Float64Array {
  const whole = new Float64Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Rises in `attack` seconds, falls by a factor e every `decay` seconds. */
export function shape(samples: Float64Array, attack: number, decay: number): Float64Array {
  return samples.map((sample, i) => {
    const time = i / SAMPLE_RATE_HZ;
    return sample * Math.min(1, time / attack) * Math.exp(-Math.max(0, time - attack) / decay);
  });
}

/** Half a sine over the whole length. */
export function swell(samples: Float64Array, power = 1): Float64Array {
  return samples.map((sample, i) => sample * Math.sin((Math.PI * (i + 0.5)) / samples.length) ** power);
}

/** A vocal tract: its resonances side by side, Hz. */
export function formants(samples: Float64Array, frequenciesHz: readonly number[], bandwidthHz = 120): Float64Array {
  return sum(
    frequenciesHz.map((hz, i) => resonate(samples, hz, bandwidthHz * (1 + 0.4 * i)).map((x) => x / (1 + 0.6 * i))),
  );
}

/** Pulses of a throat that rattles: each period is off by up to `jitter` of itself. */
export function pulses(
  seconds: number,
  pitchHz: (progress: number) => number,
  jitter: number,
  random: Random,
): Float64Array {
  const samples = silence(seconds);
  for (let at = 0; at < samples.length; ) {
    samples[Math.floor(at)] = 12 * (1 + jitter * (random() - 0.5));
    at += (SAMPLE_RATE_HZ / pitchHz(at / samples.length)) * (1 + jitter * (random() - 0.5));
  }
  return samples;
}

/** A steady harmonic sound: amplitudes of its partials from the fundamental on. */
export function partials(seconds: number, frequencyHz: number, amplitudes: readonly number[], phase = 0): Float64Array {
  return silence(seconds).map((_, i) => {
    const angle = (2 * Math.PI * frequencyHz * i) / SAMPLE_RATE_HZ + phase;
    return amplitudes.reduce(
      (total, amplitude, k) =>
        total + (frequencyHz * (k + 1) < 3900 ? amplitude * Math.sin(angle * (k + 1) + phase * k) : 0),
      0,
    );
  });
}
