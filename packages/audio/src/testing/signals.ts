import { Framer } from '../framer.ts';
import { saturate } from '../level.ts';

/** A random source that gives the same numbers for the same seed (mulberry32), 0 to 1. */
export function seededRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Adds a steady sine (no fades) to `samples` from `from` to `to`. `peak` is in sample units. */
export function addSine(
  samples: Float64Array,
  sine: { frequencyHz: number; peak: number; from?: number; to?: number; phase?: number; sampleRateHz?: number },
): void {
  const { frequencyHz, peak, from = 0, to = samples.length, phase = 0, sampleRateHz = 8000 } = sine;
  for (let i = from; i < to; i++)
    samples[i]! += peak * Math.sin((2 * Math.PI * frequencyHz * (i - from)) / sampleRateHz + phase);
}

/** Adds white noise of an RMS in sample units. */
export function addNoise(samples: Float64Array, rms: number, random: () => number): void {
  for (let i = 0; i < samples.length; i++) samples[i]! += rms * Math.sqrt(12) * (random() - 0.5);
}

export function toPcm(samples: Float64Array): Int16Array {
  return Int16Array.from(samples, (sample) => saturate(Math.round(sample)));
}

export function toFrames(samples: Int16Array): Int16Array[] {
  const framer = new Framer();
  const frames = framer.push(samples);
  const rest = framer.flush();
  return rest ? [...frames, rest] : frames;
}

/** Peak in sample units of a sine of this RMS level. */
export function peakAt(dbfs: number): number {
  return 32768 * Math.SQRT2 * 10 ** (dbfs / 20);
}

/** Formants of a few vowels (Peterson and Barney 1952), Hz. */
const VOWELS = [
  [270, 2290, 3010],
  [530, 1840, 2480],
  [730, 1090, 2440],
  [570, 840, 2410],
  [300, 870, 2240],
];

/**
 * Something with the structure of speech, at 8 kHz: syllables of glottal pulses with a gliding pitch through the formants of
 * changing vowels, breath noise, pauses. About −20 dBFS.
 */
export function babble(seconds: number, pitchHz: number, seed: number): Int16Array {
  const random = seededRandom(seed);
  const samples = new Float64Array(seconds * 8000);
  for (let start = 0; start < samples.length; ) {
    const length = Math.floor(800 + random() * 2400);
    const vowel = VOWELS[Math.floor(random() * VOWELS.length)]!;
    const syllable = { start, end: Math.min(samples.length, start + length), vowel, glide: 0.8 + random() * 0.4 };
    if (random() < 0.85) addSyllable(samples, syllable, pitchHz * (0.85 + random() * 0.3), random);
    start += length + Math.floor(random() * 800);
  }
  return toPcm(samples);
}

function addSyllable(
  samples: Float64Array,
  syllable: { start: number; end: number; vowel: number[]; glide: number },
  pitchHz: number,
  random: () => number,
): void {
  const { start, end, vowel, glide } = syllable;
  const resonators = vowel.map((formantHz, i) => {
    const radius = Math.exp((-Math.PI * (60 + 40 * i)) / 8000);
    return { a: 2 * radius * Math.cos((2 * Math.PI * formantHz) / 8000), b: -radius * radius, y1: 0, y2: 0 };
  });
  let phase = 0;
  for (let i = start; i < end; i++) {
    const progress = (i - start) / (end - start);
    phase += (pitchHz * (1 + (glide - 1) * progress)) / 8000;
    const pulse = phase >= 1 ? 1 : 0;
    phase -= Math.floor(phase);
    const excitation = pulse * 1500 + (random() - 0.5) * 40;
    let sum = 0;
    for (const r of resonators) {
      const y = excitation + r.a * r.y1 + r.b * r.y2;
      r.y2 = r.y1;
      r.y1 = y;
      sum += y;
    }
    samples[i]! += sum * Math.sin(Math.PI * progress) ** 0.5;
  }
}

/** The impulse response of a small room: 50 ms that die away behind a direct sound. Its energy is that of the gain. */
export function roomResponse(gainDb: number, seed: number): Float64Array {
  const random = seededRandom(seed);
  const response = Float64Array.from({ length: 400 }, (_, i) => (i === 0 ? 1 : (random() - 0.5) * Math.exp(-i / 90)));
  const energy = response.reduce((sum, value) => sum + value * value, 0);
  return response.map((value) => (value * 10 ** (gainDb / 20)) / Math.sqrt(energy));
}

/** @param delay in samples */
export function throughRoom(samples: Int16Array, response: Float64Array, delay: number): Int16Array {
  const heard = new Float64Array(samples.length);
  for (let i = delay; i < samples.length; i++)
    for (let tap = 0; tap <= Math.min(response.length - 1, i - delay); tap++)
      heard[i]! += response[tap]! * samples[i - delay - tap]!;
  return toPcm(heard);
}
