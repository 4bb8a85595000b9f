import { SAMPLE_RATE_HZ } from '@parley/audio';
import { seededRandom } from '@parley/audio/testing';
import type { Clip } from './speech-clip.ts';
import { withLevel } from './speech-clip.ts';

export const NOISES = ['cough', 'keys', 'door', 'music', 'fan'] as const;
export type Noise = (typeof NOISES)[number];

type Random = () => number;

/** A noise that no recognizer finds words in. The same seed makes the same noise. @param durationMs about; a cough is as long as it is */
export function noiseClip(noise: Noise, seed: number, durationMs: number): Clip {
  const samples = MAKERS[noise](seededRandom(seed), Math.round((durationMs * SAMPLE_RATE_HZ) / 1000));
  const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  return withLevel({ samples: Int16Array.from(samples, (sample) => (sample / peak) * 20_000), words: [] }, -20);
}

const MAKERS: Record<Noise, (random: Random, length: number) => Float64Array> = {
  cough: (random, length) => bursts(random, length, () => coughBurst(random)),
  keys: (random, length) => bursts(random, length, () => keyStroke(random)),
  door: (random, length) => door(random, length),
  music: (random, length) => music(random, length),
  fan: (random, length) => fan(random, length),
};

const white = (random: Random): number => 2 * random() - 1;
const seconds = (s: number): number => Math.round(s * SAMPLE_RATE_HZ);
const at = (index: number): number => index / SAMPLE_RATE_HZ;

/** The same kind of event again and again, with irregular gaps. */
function bursts(random: Random, length: number, make: () => Float64Array): Float64Array {
  const sound = new Float64Array(length);
  for (let from = 0; from < length; ) {
    const burst = make();
    for (let index = 0; index < burst.length && from + index < length; index += 1)
      sound[from + index]! += burst[index]!;
    from += burst.length + seconds(0.04 + 0.2 * random());
  }
  return sound;
}

/** A second-order resonance. */
function resonance(frequencyHz: number, widthHz: number): (sample: number) => number {
  const radius = Math.exp((-Math.PI * widthHz) / SAMPLE_RATE_HZ);
  const [a1, a2] = [2 * radius * Math.cos((2 * Math.PI * frequencyHz) / SAMPLE_RATE_HZ), -radius * radius];
  let [y1, y2] = [0, 0];
  return (sample) => {
    const y = sample + a1 * y1 + a2 * y2;
    [y1, y2] = [y, y1];
    return y;
  };
}

/** A burst of breath, then a short voiced part, through the resonances of a throat. */
function coughBurst(random: Random): Float64Array {
  const burst = new Float64Array(seconds(0.15 + 0.12 * random()));
  const throat = [resonance(550 + 200 * random(), 220), resonance(1400 + 400 * random(), 300), resonance(2600, 400)];
  const pitchHz = 110 + 90 * random();
  for (let index = 0; index < burst.length; index += 1) {
    const t = at(index);
    const explosion = Math.exp(-t / 0.045);
    const voice = t > 0.05 ? 1.5 * Math.exp(-(t - 0.05) / 0.06) * Math.sign(Math.sin(2 * Math.PI * pitchHz * t)) : 0;
    const source = white(random) * explosion + 0.25 * voice;
    burst[index] = throat.reduce((sum, filter) => sum + filter(source), 0);
  }
  return burst;
}

/** A click down and a quieter one up. */
function keyStroke(random: Random): Float64Array {
  const stroke = new Float64Array(seconds(0.07));
  const ring = resonance(1800 + 1500 * random(), 500);
  const up = seconds(0.045 + 0.02 * random());
  for (let index = 0; index < stroke.length; index += 1) {
    const strike = Math.exp(-at(index) / 0.003) + (index >= up ? 0.5 * Math.exp(-at(index - up) / 0.003) : 0);
    stroke[index] = ring(white(random) * strike);
  }
  return stroke;
}

/** A thump that rings, after a creak when there is time for it. */
function door(random: Random, length: number): Float64Array {
  const sound = new Float64Array(length);
  const slam = Math.max(0, length - seconds(0.35));
  const [low, body] = [resonance(90 + 60 * random(), 60), resonance(320 + 150 * random(), 150)];
  const creak = resonance(900 + 600 * random(), 120);
  const strainHz = 25 + 20 * random();
  for (let index = 0; index < length; index += 1) {
    const strike = index >= slam ? white(random) * Math.exp(-at(index - slam) / 0.05) : 0;
    const scrape = index < slam ? (Math.sin(2 * Math.PI * strainHz * at(index)) > 0.9 ? white(random) : 0) : 0;
    sound[index] = 3 * low(strike) + 2 * body(strike) + 0.15 * creak(scrape);
  }
  return sound;
}

const CHORDS = [
  [220, 277.2, 329.6],
  [196, 246.9, 293.7],
  [174.6, 220, 261.6],
  [164.8, 207.7, 246.9],
];

/** Plucked chords with harmonics, and a melody over them. */
function music(random: Random, length: number): Float64Array {
  const sound = new Float64Array(length);
  const beat = seconds(0.25 + 0.15 * random());
  for (let from = 0, step = 0; from < length; from += beat, step += 1) {
    const chord = CHORDS[Math.floor(step / 4) % CHORDS.length]!;
    const notes = [chord[step % 3]!, chord[Math.floor(random() * 3)]! * 2, ...(step % 4 === 0 ? chord : [])];
    for (const hz of notes)
      for (let index = 0; index < 3 * beat && from + index < length; index += 1)
        sound[from + index]! += Math.exp(-at(index) / 0.3) * harmonics(hz, at(index));
  }
  return sound;
}

const harmonics = (hz: number, t: number): number =>
  [1, 2, 3, 4].reduce((sum, factor) => sum + Math.sin(2 * Math.PI * hz * factor * t) / factor ** 1.5, 0);

/** Low noise that swells and falls. */
function fan(random: Random, length: number): Float64Array {
  const sound = new Float64Array(length);
  const [hum, air] = [resonance(120 + 40 * random(), 80), resonance(500 + 300 * random(), 900)];
  const ramp = Math.min(length / 3, seconds(0.3));
  for (let index = 0; index < length; index += 1) {
    const swell = Math.min(1, index / ramp, (length - index) / ramp);
    const source = white(random);
    sound[index] = swell * (hum(source) + 2 * air(source));
  }
  return sound;
}
